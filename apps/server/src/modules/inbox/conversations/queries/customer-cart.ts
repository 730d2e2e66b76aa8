import type { LeadId, MessageId } from "@homeroom/contract/ids";
import { asList, asRecord, numberOf, textOf } from "#platform/calls/read-json";
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
  const message = await tx
    .selectFrom("message")
    .select(["conversation_id", "details"])
    .where("organization_id", "=", scope.organizationId)
    .where("message_id", "=", messageId)
    .where("direction", "=", "in")
    .where("kind", "=", "order")
    .executeTakeFirst();
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
