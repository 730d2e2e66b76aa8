import { lazy } from "react";
import { loadTexts } from "#platform/i18n/i18n.ts";
import { lazyPart } from "#platform/lazy-part.ts";

export { addTransfer, orderCart } from "./api/from-chat.ts";

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
