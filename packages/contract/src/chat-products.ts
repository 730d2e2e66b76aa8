import { z } from "zod";
import { chat, SendingChannel } from "./chat.ts";
import { endpoint } from "./endpoint.ts";
import { FileId, LeadId, MessageId, RecordId } from "./ids.ts";
import { CurrencyCode } from "./money.ts";

/** Why a product cannot be sent: the number has no catalogue, or the catalogue does not have it. */
export const productRefusals = ["noCatalogue", "notSynced", "syncFailed", "expired"] as const;
export type ProductRefusal = (typeof productRefusals)[number];

/** The most products in one message: the limit of a LINE carousel, which is lower than that of a WhatsApp list. */
const maxProducts = 10;

const ProductChoice = z.object({
  recordID: RecordId,
  name: z.string(),
  price: z.number(),
  currency: CurrencyCode,
  picture: z.string().nullable(),
  /** Null: it can be sent. */
  refusal: z.enum(productRefusals).nullable(),
});
export type ProductChoice = z.infer<typeof ProductChoice>;

/** A product as it was when it was sent, in the `products` of a message's details. */
export const SentProduct = z.object({
  productID: RecordId,
  retailerID: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.number(),
  currency: CurrencyCode,
  /** The product's page; empty if it has none. */
  url: z.string(),
  imageFileID: FileId.nullable(),
  /** Its address, in messages that are shown. */
  picture: z.string().nullable().optional(),
});
export type SentProduct = z.infer<typeof SentProduct>;

/**
 * A product of the catalogue as it is now, in the `product` of an item in a customer's cart (`items`) or of an enquiry
 * (`product`). Missing if no product has the retailer ID.
 */
export interface CartProduct {
  name: string;
  price: number;
  currency: CurrencyCode;
  picture: string | null;
}

export const chatProducts = {
  choices: endpoint("POST /api_chat/Chat/ProductMessageChoices", {
    summary:
      "The active products that match the words, in their order, and which of them can be sent in a conversation.",
    access: "chat:message:send",
    request: z.object({
      leadId: LeadId,
      channel: SendingChannel.optional(),
      keywords: z.string().trim().max(100).optional(),
    }),
    /** At most 50. */
    response: z.object({ list: z.array(ProductChoice) }),
  }),
  send: endpoint("POST /api_chat/Chat/SendProductMessage", {
    summary:
      "Queues products to the customer: from the number's catalogue on WhatsApp, as cards on LINE. Repeated with the same messageId, or else the same Idempotency-Key header, it returns the message made the first time.",
    access: "chat:message:send",
    request: z.object({
      leadId: LeadId,
      /** Chosen by the caller (UUIDv7), so that sending can be repeated safely. */
      messageId: MessageId.optional(),
      channel: SendingChannel.optional(),
      productIDs: z.array(RecordId).min(1).max(maxProducts),
      /** The text above them. */
      content: z.string().trim().max(1000).default(""),
    }),
    response: chat.sendMessage.response,
    errors: [
      "CHAT_ONLY_TEMPLATE_AFTER_24H",
      "CHAT_CUSTOMER_BLOCKED",
      "CHAT_QUOTA_EXCEEDED",
      "CHAT_TAKEN_BY_OTHER",
      "CHANNEL_STOPPED",
      "FEATURE_NOT_SET_UP",
      "CHAT_NO_CATALOGUE",
      "PRODUCT_NOT_IN_CATALOGUE",
      "PRODUCT_NOT_FOR_SALE",
    ],
  }),
};
