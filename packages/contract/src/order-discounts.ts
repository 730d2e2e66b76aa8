import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { OrderName, orderAlsoNamed } from "./order-name.ts";
import { GivenDiscount } from "./orders.ts";

export const orderDiscounts = {
  edit: endpoint("POST /api_users/Order/EditOrderDiscount", {
    summary:
      "Changes the discount of an order that has no money yet, even if a colleague with a lower limit made it. Repeating it changes nothing.",
    access: ["sale:order:add", "sale:order:edit"],
    request: z.object({ orderID: OrderName, discount: GivenDiscount, version: z.number().int() }),
    alsoNamed: orderAlsoNamed,
    response: z.null(),
    errors: ["DISCOUNT_OVER_LIMIT", "DISCOUNT_OVER_PRICE", "ORDER_EXPIRED", "ORDER_STATE_CONFLICT", "STALE_DATA"],
  }),
};
