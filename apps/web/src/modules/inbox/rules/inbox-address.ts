import {
  type ChannelKind,
  type ConversationFilter,
  type ConversationOrder,
  type ConversationState,
  channelKinds,
  conversationFilters,
  conversationOrders,
  conversationStates,
} from "@homeroom/contract/chat";
import type { BranchId, ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import { readId } from "#platform/ids.ts";

/** Keys of the inbox's address. The search words have the same key as in every list. */
export const addressKeys = {
  filter: "filter",
  conversation: "conversation",
  lead: "lead",
  person: "person",
  sales: "sales",
  branch: "branch",
  label: "label",
  channel: "channel",
  state: "state",
  order: "order",
  message: "message",
} as const;

/** The part of the address that a saved view stores besides the chips. */
export const viewKeys = [addressKeys.filter, addressKeys.state, addressKeys.order] as const;

/** What is open according to the address: a conversation, or that of a lead, which is looked up. */
export type OpenConversation = { conversationId: ConversationId } | { leadId: LeadId } | null;

/** The chosen filters, all of which must hold; unknown words are ignored. */
export function filtersOf(search: URLSearchParams): ConversationFilter[] {
  const wanted = search.get(addressKeys.filter)?.split(",") ?? [];
  return conversationFilters.filter((filter) => filter !== "All" && wanted.includes(filter));
}

/** The conversations by state: the open ones by default. A search covers all of them, since the wanted one may be closed. */
export function stateOf(search: URLSearchParams, isSearch: boolean): ConversationState | null {
  const wanted = search.get(addressKeys.state);
  return conversationStates.find((state) => state === wanted) ?? (isSearch ? null : "open");
}

/**
 * The order of the list. Waiting customers are a queue: by default the one who has waited longest comes first. All other
 * lists start with the latest.
 */
export function orderOf(search: URLSearchParams): ConversationOrder {
  if (!filtersOf(search).includes("NoReply")) return "latest";
  const wanted = search.get(addressKeys.order);
  return conversationOrders.find((order) => order === wanted) ?? "wait";
}

/** The address with another order. The orders of the queue also set its filter. */
export function withOrder(search: URLSearchParams, order: ConversationOrder): URLSearchParams {
  const chosen = filtersOf(search);
  const isQueue = chosen.includes("NoReply");
  const next = order === "latest" || isQueue ? new URLSearchParams(search) : withFilterToggled(search, "NoReply");
  if (order === "wait" || (order === "latest" && !isQueue)) next.delete(addressKeys.order);
  else next.set(addressKeys.order, order);
  return next;
}

/** The channel to filter by; null: any. */
export function channelOf(search: URLSearchParams): ChannelKind | null {
  const wanted = search.get(addressKeys.channel);
  return channelKinds.find((kind) => kind === wanted) ?? null;
}

/** The branch to filter by; null: any. */
export function branchOf(search: URLSearchParams): BranchId | null {
  return readId<BranchId>(search.get(addressKeys.branch)) ?? null;
}

/** The message to jump to; null: the latest. */
export function messageOf(search: URLSearchParams): MessageId | null {
  return readId<MessageId>(search.get(addressKeys.message)) ?? null;
}

/** What is open; an invalid id counts as nothing. */
export function openedOf(search: URLSearchParams): OpenConversation {
  const conversationId = readId<ConversationId>(search.get(addressKeys.conversation));
  if (conversationId) return { conversationId };
  const leadId = readId<LeadId>(search.get(addressKeys.lead));
  return leadId ? { leadId } : null;
}

/** The address with a conversation open, optionally at one of its messages, or with none. */
export function withOpened(
  search: URLSearchParams,
  conversationId: ConversationId | null,
  messageId: MessageId | null = null,
): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of [addressKeys.lead, addressKeys.person, addressKeys.message]) next.delete(key);
  if (messageId) next.set(addressKeys.message, messageId);
  if (conversationId) next.set(addressKeys.conversation, conversationId);
  else next.delete(addressKeys.conversation);
  return next;
}

/** The address without the requested message, once it is shown. */
export function withoutMessage(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(addressKeys.message);
  return next;
}

/** The two filters by reply window: choosing one removes the other. */
const opposites: Partial<Record<ConversationFilter, ConversationFilter>> = { Over24h: "Under24h", Under24h: "Over24h" };

/** The address with a filter added or removed; All removes every filter. */
export function withFilterToggled(search: URLSearchParams, filter: ConversationFilter): URLSearchParams {
  const chosen = filtersOf(search);
  const kept = chosen.filter((one) => one !== filter && one !== opposites[filter]);
  const wanted = filter === "All" ? [] : chosen.includes(filter) ? kept : [...kept, filter];
  const next = new URLSearchParams(search);
  if (wanted.length > 0) next.set(addressKeys.filter, wanted.join(","));
  else next.delete(addressKeys.filter);
  if (!wanted.includes("NoReply")) next.delete(addressKeys.order);
  return next;
}

/** The address with another state; choosing it again returns to the default. */
export function withState(search: URLSearchParams, state: ConversationState, isSearch: boolean): URLSearchParams {
  const next = new URLSearchParams(search);
  const isUsual = state === "open" && !isSearch;
  if (isUsual || search.get(addressKeys.state) === state) next.delete(addressKeys.state);
  else next.set(addressKeys.state, state);
  return next;
}

/** Whether the person pane is open, if there is no room for it beside the conversation. */
export function isPersonShown(search: URLSearchParams): boolean {
  return search.get(addressKeys.person) === "1";
}

/** The address with the person pane open or closed. */
export function withPerson(search: URLSearchParams, shown: boolean): URLSearchParams {
  const next = new URLSearchParams(search);
  if (shown) next.set(addressKeys.person, "1");
  else next.delete(addressKeys.person);
  return next;
}
