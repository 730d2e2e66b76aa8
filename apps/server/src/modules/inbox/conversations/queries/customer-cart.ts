import type { LeadId, MessageId } from "@homeroom/contract/ids";
import { asList, asRecord, numberOf, textOf } from "#platform/calls/read-json";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { findConversation } from "./conversations.ts";

/** A product in a customer's cart, as the channel's provider sent it. */
export interface CartItem {
  retailerId: string;
  quantity: number;
  /** In main units. */
  price: number;
  currency: string;
}

/** The cart that a customer sent, with their lead; undefined if the scope sees no such message. */
export async function customerCart(
  tx: Tx,
  scope: Scope,
  messageId: MessageId,
): Promise<{ leadId: LeadId; items: CartItem[] } | undefined> {
  const message = await findRow(tx, scope, "message", { message_id: messageId, direction: "in", kind: "order" });
  const conversationId = message?.conversation_id;
  const conversation = conversationId && (await findConversation(tx, scope, { conversationId }));
  if (!message || !conversation) return undefined;
  const items = asList(asRecord(message.details)["items"]).map((item) => {
    const { productId, quantity, price, currency } = asRecord(item);
    return {
      retailerId: textOf(productId) ?? "",
      quantity: numberOf(quantity) ?? 1,
      price: numberOf(price) ?? 0,
      currency: textOf(currency) ?? "",
    };
  });
  return { leadId: conversation.lead_id, items };
}
