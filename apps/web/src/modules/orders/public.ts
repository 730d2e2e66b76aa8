import { lazy } from "react";
import { loadTexts } from "#platform/i18n/i18n.ts";

export { orderCart } from "./api/carts.ts";
export { addTransfer } from "./api/transfers.ts";

/** The orders of a lead, on its card. */
export const OrdersOfLead = lazy(async () => {
  const [{ OrdersOfLead: Loaded }] = await Promise.all([
    import("./components/orders-of-lead.tsx"),
    loadTexts(["orders"]),
  ]);
  return { default: Loaded };
});
