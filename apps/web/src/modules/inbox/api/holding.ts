import { chatHolding } from "@homeroom/contract/chat-holding";
import type { ConversationId, LeadId, RecordId } from "@homeroom/contract/ids";
import { api } from "#platform/api.ts";
import { refreshCard, refreshLeadRow } from "./conversation-card.ts";

/** Takes over a conversation: the person becomes its holder. */
export async function takeOver(conversationId: ConversationId): Promise<void> {
  // Also after a refusal: then somebody else was quicker, or keeps it.
  await api.call(chatHolding.takeOver, { conversationId }).finally(() => void refreshCard(conversationId));
}

/** Releases a conversation that the person holds. */
export async function releaseConversation(conversationId: ConversationId): Promise<void> {
  await api.call(chatHolding.release, { conversationId }).finally(() => void refreshCard(conversationId));
}

/** Sets the labels of a conversation's lead to exactly these. */
export async function labelConversation(
  { leadId, conversationId }: { leadId: LeadId; conversationId: ConversationId },
  tag: readonly RecordId[],
): Promise<void> {
  await api.call(chatHolding.updateLabel, { leadId, tag: [...tag] });
  await refreshLeadRow(leadId, conversationId);
}
