import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { MessageId, RecordId } from "./ids.ts";
import { OrderNumber } from "./order-name.ts";
import { payMethods } from "./order-words.ts";

export const carts = {
  order: endpoint("POST /api_users/Order/AddOrderFromCart", {
    summary:
      "Makes an order from the cart that a customer sent in a chat, at the catalogue's current prices. Repeated, it returns the same order.",
    access: "sale:order:add",
    request: z.object({ messageId: MessageId, payMethod: z.enum(payMethods).default("bankTransfer") }),
    response: z.object({
      recordID: RecordId,
      orderID: OrderNumber,
      /**
       * Items that are not on sale. They stay in the order at the cart's price, under their name or, without one, their
       * retailer ID.
       */
      unknown: z.array(z.string()),
    }),
  }),
};
