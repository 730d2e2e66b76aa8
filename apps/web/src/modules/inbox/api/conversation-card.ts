import { channels } from "@homeroom/contract/channels";
import { type ConversationCard, type ConversationRow, chat } from "@homeroom/contract/chat";
import { chatOfLead } from "@homeroom/contract/chat-of-lead";
import type { ChannelId, ConversationId, LeadId } from "@homeroom/contract/ids";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { queryClient } from "#platform/query.ts";
import { cardWithRow } from "../rules/merge-conversations.ts";
import { changeListedRow } from "./conversation-list.ts";

const cardsKey = ["inbox", "card"] as const;
const cardKey = (id: ConversationId) => [...cardsKey, id] as const;

/** The open conversation: who it is with, its window, and what the person may do. */
export function useConversationCard(conversationId: ConversationId) {
  return useQuery(cardQuery(conversationId));
}

/** The query of `useConversationCard`. */
export function cardQuery(conversationId: ConversationId) {
  return queryOptions({
    queryKey: cardKey(conversationId),
    queryFn: async ({ signal }) => (await api.call(chat.conversationInfo, { conversationId }, { signal })).resultData,
  });
}

/** The conversation of a lead; an error if there is none yet or the person cannot see it. */
export function useConversationOfLead(leadId: LeadId | null) {
  return useQuery({
    queryKey: ["inbox", "of-lead", leadId],
    queryFn: async ({ signal }) => {
      if (leadId === null) return null;
      const { conversation } = (await api.call(chatOfLead.conversation, { leadId }, { signal })).resultData;
      if (conversation) queryClient.setQueryData(cardKey(conversation.conversationId), conversation);
      return conversation?.conversationId ?? null;
    },
    enabled: leadId !== null,
    retry: false,
  });
}

/** The conversation into which a missing one was merged together with its lead; null if there is none. */
export function useConversationItBecame(conversationId: ConversationId) {
  return useQuery({
    queryKey: ["inbox", "became", conversationId],
    queryFn: async ({ signal }) =>
      (await api.call(chatOfLead.conversation, { conversationId }, { signal })).resultData.conversation,
    retry: false,
  });
}

/** Refetches the card of a conversation after a change, unless `version` is already known. */
export async function refreshCard(conversationId: ConversationId, version = Number.POSITIVE_INFINITY): Promise<void> {
  const card = { queryKey: cardKey(conversationId), exact: true };
  const { data: known, fetchStatus } = queryClient.getQueryState<ConversationCard>(card.queryKey) ?? {};
  if (known && known.version >= version) return;
  // A first load in progress would not be restarted, and may be older than the change.
  if (!known && fetchStatus === "fetching") await queryClient.refetchQueries(card);
  await queryClient.refetchQueries(card);
}

/** Refetches the card of a changed conversation: now if it is on screen, otherwise when it is next shown. */
export async function renewCard(conversationId: ConversationId, version: number): Promise<void> {
  const queryKey = cardKey(conversationId);
  const query = queryClient.getQueryCache().find<ConversationCard>({ queryKey, exact: true });
  if (query?.isActive()) return refreshCard(conversationId, version);
  if (query?.state.data && query.state.data.version < version) query.invalidate();
}

/** Marks every card that is not on screen to be refetched when it is next shown. */
export function distrustCards(): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: cardsKey, type: "inactive" })) query.invalidate();
}

/** Copies rows of the list into the cards of their conversations if the rows contain every change. */
export function takeRows(rows: readonly ConversationRow[]): void {
  for (const row of rows)
    queryClient.setQueryData<ConversationCard>(cardKey(row.conversationId), (card) => card && cardWithRow(card, row));
}

/** The open conversation from the cache, without a request. */
export function knownCard(conversationId: ConversationId): ConversationCard | null {
  return queryClient.getQueryData<ConversationCard>(cardKey(conversationId)) ?? null;
}

/** The sender and the text, for a notice. */
export async function readForNotice(conversationId: ConversationId): Promise<ConversationCard> {
  return (await api.call(chat.conversationInfo, { conversationId })).resultData;
}

/** Whether a cached conversation is with this lead. */
export function isOfLead(conversationId: ConversationId, leadId: LeadId): boolean {
  return queryClient.getQueryData<ConversationCard>(cardKey(conversationId))?.leadId === leadId;
}

/** Refetches what the lists show of a changed lead. */
export async function refreshLeadRow(leadId: LeadId, conversationId: ConversationId): Promise<void> {
  const { resultData } = await api.call(chat.conversationInfo, { leadId });
  const { nickname, avatar, phone, labels, status, gptStatus } = resultData;
  changeListedRow(conversationId, { nickname, avatar, phone, labels, status, gptStatus });
  queryClient.setQueryData<ConversationCard>(cardKey(conversationId), (card) => card && resultData);
}

/** Marks a conversation as read, at once on the screen and then on the server. */
export async function markRead(conversationId: ConversationId): Promise<void> {
  changeListedRow(conversationId, { unreadCount: 0 });
  queryClient.setQueryData<ConversationCard>(cardKey(conversationId), (card) => card && { ...card, unreadCount: 0 });
  await api.call(chat.readConversation, { conversationId });
}

/** Lets a stopped channel send again. */
export async function resumeChannel(channelId: ChannelId, conversationId: ConversationId): Promise<void> {
  await api.call(channels.resumeChannel, { recordID: channelId });
  await refreshCard(conversationId);
}
