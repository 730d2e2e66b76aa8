import { chatHolding } from "@homeroom/contract/chat-holding";
import type { ConversationId, LeadId, RecordId } from "@homeroom/contract/ids";
import { api } from "#platform/api.ts";
import { refreshCard, refreshLeadRow } from "./conversation-card.ts";

/** Makes oneself the one who answers a customer. */
export async function takeOver(conversationId: ConversationId): Promise<void> {
  // Also when it is refused: then somebody else was quicker, or lets nobody take it.
  await api.call(chatHolding.takeOver, { conversationId }).finally(() => void refreshCard(conversationId));
}

/** Lets go of a conversation that one holds. */
export async function releaseConversation(conversationId: ConversationId): Promise<void> {
  await api.call(chatHolding.release, { conversationId }).finally(() => void refreshCard(conversationId));
}

/** Gives the lead of a conversation these labels and no others. */
export async function labelConversation(
  { leadId, conversationId }: { leadId: LeadId; conversationId: ConversationId },
  tag: readonly RecordId[],
): Promise<void> {
  await api.call(chatHolding.updateLabel, { leadId, tag: [...tag] });
  await refreshLeadRow(leadId, conversationId);
}
