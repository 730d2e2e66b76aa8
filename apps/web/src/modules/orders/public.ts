import type { MessageId } from "@homeroom/contract/ids";
import { lazy } from "react";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { lazyPart } from "#platform/lazy-part.ts";

// Loaded on the first click: the shell shows a lead's orders but does not need these calls.
/** Makes an order from the cart in a chat message. Idempotent. */
export const orderCart = async (messageId: MessageId) => (await import("./api/from-chat.ts")).orderCart(messageId);

/** Adds the picture of a chat message to the transfer desk; returns the address at which it is checked. */
export const addTransfer = async (messageId: MessageId) => (await import("./api/from-chat.ts")).addTransfer(messageId);

/** Which kind of receipt the organisation gives, among the system options. */
export const ReceiptSettings = lazy(async () => {
  const [{ ReceiptSettings: Loaded }] = await Promise.all([
    import("./components/receipts/receipt-settings.tsx"),
    loadTexts(["orders"]),
  ]);
  return { default: Loaded };
});

/** The orders of a lead, on its card. */
export const OrdersOfLead = lazyPart(async () => {
  const [{ OrdersOfLead: Loaded }] = await Promise.all([
    import("./components/orders-of-lead.tsx"),
    loadTexts(["orders"]),
  ]);
  return Loaded;
});
