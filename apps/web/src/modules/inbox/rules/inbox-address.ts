import { type ConversationFilter, conversationFilters } from "@homeroom/contract/chat";
import { ConversationId, LeadId } from "@homeroom/contract/ids";

/** Keys of the inbox's address. The search words live under the same key as in every list. */
export const addressKeys = {
  filter: "filter",
  conversation: "conversation",
  lead: "lead",
  person: "person",
  sales: "sales",
  label: "label",
} as const;

/** What the address says is open: a conversation, or the one of a lead, which is looked up. */
export type Opened = { conversationId: ConversationId } | { leadId: LeadId } | null;

/** The chosen tab; a word that is none is All. */
export function filterOf(search: URLSearchParams): ConversationFilter {
  const wanted = search.get(addressKeys.filter);
  return conversationFilters.find((filter) => filter === wanted) ?? "All";
}

/** What is open; an id that is none is nothing. */
export function openedOf(search: URLSearchParams): Opened {
  const conversation = ConversationId.safeParse(search.get(addressKeys.conversation));
  if (conversation.success) return { conversationId: conversation.data };
  const lead = LeadId.safeParse(search.get(addressKeys.lead));
  return lead.success ? { leadId: lead.data } : null;
}

/** The address with a conversation open, or with none. */
export function withOpened(search: URLSearchParams, conversationId: ConversationId | null): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete(addressKeys.lead);
  next.delete(addressKeys.person);
  if (conversationId) next.set(addressKeys.conversation, conversationId);
  else next.delete(addressKeys.conversation);
  return next;
}

/** The address with another tab. */
export function withFilterTab(search: URLSearchParams, filter: ConversationFilter): URLSearchParams {
  const next = new URLSearchParams(search);
  if (filter === "All") next.delete(addressKeys.filter);
  else next.set(addressKeys.filter, filter);
  return next;
}

/** Whether the person is asked for, where there is no room for them beside the conversation. */
export function isPersonShown(search: URLSearchParams): boolean {
  return search.get(addressKeys.person) === "1";
}

/** The address with the person shown or not. */
export function withPerson(search: URLSearchParams, shown: boolean): URLSearchParams {
  const next = new URLSearchParams(search);
  if (shown) next.set(addressKeys.person, "1");
  else next.delete(addressKeys.person);
  return next;
}
