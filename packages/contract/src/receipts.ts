import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { RecordId } from "./ids.ts";
import { OrderName, orderAlsoNamed } from "./order-name.ts";
import { orderLimits } from "./orders.ts";

const alsoNamed = orderAlsoNamed;
const receipt = { orderID: OrderName, recordID: RecordId.optional() };

export const receipts = {
  send: endpoint("POST /api_users/Order/SendReceipt", {
    summary:
      "Sends the receipt of an order, or the named credit note, to the customer's chat. With the same Idempotency-Key header, a repetition is the same message.",
    access: "sale:order:query",
    request: z.object(receipt),
    alsoNamed,
    response: z.null(),
    errors: [
      "CHAT_ONLY_TEMPLATE_AFTER_24H",
      "CHAT_CUSTOMER_BLOCKED",
      "CHAT_QUOTA_EXCEEDED",
      "CHANNEL_STOPPED",
      "FEATURE_NOT_SET_UP",
    ],
  }),
  mail: endpoint("POST /api_users/Order/MailReceipt", {
    summary:
      "Mails the receipt of an order, or the named credit note, as a PDF through the branch's mail server. With the same Idempotency-Key header, a repetition is not sent.",
    access: "sale:order:query",
    request: z.object({ ...receipt, email: z.email("LEAD_INVALID_EMAIL").max(128, "LEAD_INVALID_EMAIL") }),
    alsoNamed,
    response: z.null(),
    errors: ["EMAIL_NOT_SET_UP", "RECEIPT_NOT_MAILED", "TOO_MANY_REQUESTS"],
  }),
  void: endpoint("POST /api_users/Order/VoidReceipt", {
    summary:
      "Voids a receipt or credit note; it keeps its number. With `replace` a new one takes its place, made out to `buyer` if that is sent. Repeating it changes nothing.",
    access: "sale:order:confirm",
    request: z.object({
      orderID: OrderName,
      recordID: RecordId,
      reason: z.string().trim().min(1).max(orderLimits.reason),
      replace: z.boolean().default(false),
      buyer: z.string().trim().max(orderLimits.name).default(""),
    }),
    response: z.null(),
    errors: ["ORDER_STATE_CONFLICT"],
  }),
};
