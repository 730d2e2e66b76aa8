import type { MessageId } from "@homeroom/contract/ids";
import { lazy } from "react";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { lazyPart } from "#platform/lazy-part.ts";

// Fetched at the first click: the shell shows the orders of a lead, and needs none of the calls of a chat.
/** Makes an order of the cart in a chat message; again it is the same order. */
export const orderCart = async (messageId: MessageId) => (await import("./api/from-chat.ts")).orderCart(messageId);

/** Puts the picture of a chat message on the transfer desk; returns the address at which it is checked. */
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
