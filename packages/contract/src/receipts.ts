import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";
import { OrderNumber } from "./orders.ts";

export const receipts = {
  send: endpoint("POST /api_users/Order/SendReceipt", {
    summary:
      "Sends the receipt of an order, or the credit note that is named, to the customer's chat. The header Idempotency-Key makes a repetition the same message.",
    access: "sale:order:query",
    request: z.object({ orderID: OrderNumber, recordID: RecordId.optional() }),
    response: z.null(),
    errors: [
      "CHAT_ONLY_TEMPLATE_AFTER_24H",
      "CHAT_CUSTOMER_BLOCKED",
      "CHAT_QUOTA_EXCEEDED",
      "CHANNEL_STOPPED",
      "FEATURE_NOT_SET_UP",
    ],
  }),
};
