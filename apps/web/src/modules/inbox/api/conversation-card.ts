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

/** What `useConversationCard` reads. */
export function cardQuery(conversationId: ConversationId) {
  return queryOptions({
    queryKey: cardKey(conversationId),
    queryFn: async ({ signal }) => (await api.call(chat.conversationInfo, { conversationId }, { signal })).resultData,
  });
}

/** The conversation of a lead; an error when there is none yet or it is out of sight. */
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

/** Asks for the card of a conversation again, after something of it changed; not if `version` is known already. */
export async function refreshCard(conversationId: ConversationId, version = Number.POSITIVE_INFINITY): Promise<void> {
  const card = { queryKey: cardKey(conversationId), exact: true };
  const { data: known, fetchStatus } = queryClient.getQueryState<ConversationCard>(card.queryKey) ?? {};
  if (known && known.version >= version) return;
  // A first load under way is not started again, and may be older than the change.
  if (!known && fetchStatus === "fetching") await queryClient.refetchQueries(card);
  await queryClient.refetchQueries(card);
}

/** Asks again for the card of a conversation that changed: now, if somebody is looking at it, or else once somebody does. */
export async function renewCard(conversationId: ConversationId, version: number): Promise<void> {
  const queryKey = cardKey(conversationId);
  const query = queryClient.getQueryCache().find<ConversationCard>({ queryKey, exact: true });
  if (query?.isActive()) return refreshCard(conversationId, version);
  if (query?.state.data && query.state.data.version < version) query.invalidate();
}

/** Has every card that nobody looks at asked for again once somebody does. */
export function distrustCards(): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: cardsKey, type: "inactive" })) query.invalidate();
}

/** Copies rows of the list into the cards of their conversations, if they contain every change. */
export function takeRows(rows: readonly ConversationRow[]): void {
  for (const row of rows)
    queryClient.setQueryData<ConversationCard>(cardKey(row.conversationId), (card) => card && cardWithRow(card, row));
}

/** The open conversation as far as it is known, without asking. */
export function knownCard(conversationId: ConversationId): ConversationCard | null {
  return queryClient.getQueryData<ConversationCard>(cardKey(conversationId)) ?? null;
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

/** Lets a stopped channel send again. */
export async function resumeChannel(channelId: ChannelId, conversationId: ConversationId): Promise<void> {
  await api.call(channels.resumeChannel, { recordID: channelId });
  await refreshCard(conversationId);
}
