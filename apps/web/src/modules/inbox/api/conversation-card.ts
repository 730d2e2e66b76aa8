import { type ConversationCard, chat } from "@homeroom/contract/chat";
import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { queryClient } from "#platform/query.ts";
import { changeListedRow } from "./conversation-list.ts";

const cardKey = (id: ConversationId) => ["inbox", "card", id] as const;

/** The open conversation: who it is with, its window, and what the person may do. */
export function useConversationCard(conversationId: ConversationId) {
  return useQuery({
    queryKey: cardKey(conversationId),
    queryFn: async ({ signal }) => (await api.call(chat.conversationInfo, { conversationId }, { signal })).resultData,
  });
}

/** The conversation of a lead; an error when there is none yet or it is out of sight. */
export function useConversationOfLead(leadId: LeadId | null) {
  return useQuery({
    queryKey: ["inbox", "of-lead", leadId],
    queryFn: async ({ signal }) => {
      const { resultData } = await api.call(chat.conversationInfo, { leadId: leadId ?? undefined }, { signal });
      queryClient.setQueryData(cardKey(resultData.conversationId), resultData);
      return resultData.conversationId;
    },
    enabled: leadId !== null,
    retry: false,
  });
}

/** Asks for the card of a conversation again, after something of it changed. */
export async function refreshCard(conversationId: ConversationId): Promise<void> {
  await queryClient.refetchQueries({ queryKey: cardKey(conversationId), exact: true });
}

/** Who wrote and what, for a notice. */
export async function readForNotice(conversationId: ConversationId): Promise<ConversationCard> {
  return (await api.call(chat.conversationInfo, { conversationId })).resultData;
}

/** Whether a conversation that has been read is one with this lead. */
export function isOfLead(conversationId: ConversationId, leadId: LeadId): boolean {
  return queryClient.getQueryData<ConversationCard>(cardKey(conversationId))?.leadId === leadId;
}

/** Asks for what the lists show of a lead that changed. */
export async function refreshLeadRow(leadId: LeadId, conversationId: ConversationId): Promise<void> {
  const { resultData } = await api.call(chat.conversationInfo, { leadId });
  const { nickname, avatar, phone, labels, status, gptStatus } = resultData;
  changeListedRow(conversationId, { nickname, avatar, phone, labels, status, gptStatus });
  queryClient.setQueryData<ConversationCard>(cardKey(conversationId), (card) => card && resultData);
}

/** Marks a conversation as read, at once on the screen and then at the server. */
export async function markRead(conversationId: ConversationId): Promise<void> {
  changeListedRow(conversationId, { unreadCount: 0 });
  queryClient.setQueryData<ConversationCard>(cardKey(conversationId), (card) => card && { ...card, unreadCount: 0 });
  await api.call(chat.readConversation, { conversationId });
}
