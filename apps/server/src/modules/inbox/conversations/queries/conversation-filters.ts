import type { ConversationFilter, ConversationOrder, ConversationState, chat } from "@homeroom/contract/chat";
import type { RequestOf } from "@homeroom/contract/endpoint";
import type { ConversationTable } from "@homeroom/database/inbox-tables";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { leadIdsMatching } from "#modules/leads/public";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";

export type ListRequest = RequestOf<typeof chat.conversationList>;
/** The fields of a request that select conversations. */
export type ConversationQuery = Pick<
  ListRequest,
  "keywords" | "label" | "sales" | "state" | "channel" | "filter" | "filters" | "branchID"
> & { order?: ConversationOrder };

/** The conversations that a scope sees; not those of deleted leads. */
export function shownRows(scope: Scope): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${visibleRows(scope, "conversation")} and conversation.hidden_at is null)`;
}

/** The condition for conversations that a scope sees and a request selects, shared by list, counts and changes. */
export function matching(scope: Scope, request: ConversationQuery): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${inAnyTab(scope, request)} and ${inTab(scope, request)})`;
}

/** The part of the condition that is independent of filters, state and order. */
export function inAnyTab(scope: Scope, request: ConversationQuery): RawBuilder<SqlBool> {
  const { keywords, label, sales, channel, branchID } = request;
  // Conversations with only a broadcast are not listed: they are opened from the lead until the customer answers.
  const isListed = sql<SqlBool>`conversation.last_message_at is not null`;
  const parts = [shownRows(scope), isListed];
  if (branchID) parts.push(sql<SqlBool>`conversation.branch_id = ${branchID}`);
  if (sales?.length === 1) parts.push(sql<SqlBool>`conversation.sales_id = ${sales[0]}`);
  else if (sales?.length) parts.push(sql<SqlBool>`conversation.sales_id = any(${sql.val([...sales])}::uuid[])`);
  // Notes are not searched here: the list could not show why a conversation matched.
  if (keywords || label?.length)
    parts.push(sql<SqlBool>`conversation.lead_id in ${leadIdsMatching(scope, { keywords, tag: label }, "names")}`);
  if (channel) parts.push(throughKind(channel));
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

/** The other part: filters, state and the exclusions of the order. */
export function inTab(scope: Scope, request: ConversationQuery): RawBuilder<SqlBool> {
  const parts = filtersOf(request).map((filter) => byFilter(scope, filter));
  if (request.state) parts.push(byState[request.state]);
  parts.push(...keptByOrder[request.order ?? "latest"]);
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

/** The request with this filter added, in the default order: the filter's count is for this request. */
export function withFilter(request: ListRequest, filter: ConversationFilter): ListRequest {
  const usual = { ...request, order: "latest" as const };
  if (filter === "All") return { ...usual, filter, filters: [] };
  const kept = filtersOf(request).filter((one) => one !== opposites[filter]);
  return { ...usual, filter: "All", filters: [...kept, filter] };
}

/** The two filters by reply window exclude each other: choosing one deselects the other. */
const opposites: Partial<Record<ConversationFilter, ConversationFilter>> = { Over24h: "Under24h", Under24h: "Over24h" };

/** The filters of a request without duplicates. */
function filtersOf({ filter, filters = [] }: ConversationQuery): ConversationFilter[] {
  return [...new Set([filter, ...filters])].filter((one) => one !== "All");
}

/** The state of a conversation. */
export function stateOf(row: Pick<Selectable<ConversationTable>, "closed_at" | "snoozed_until">): ConversationState {
  if (row.closed_at) return "closed";
  return row.snoozed_until ? "snoozed" : "open";
}

const byState: Readonly<Record<ConversationState, RawBuilder<SqlBool>>> = {
  open: sql<SqlBool>`(conversation.closed_at is null and conversation.snoozed_until is null)`,
  snoozed: sql<SqlBool>`conversation.snoozed_until is not null`,
  closed: sql<SqlBool>`conversation.closed_at is not null`,
};

/** The customer has the last word, or the assistant has left them to staff. */
const waits = sql<SqlBool>`(conversation.last_direction = 'in' or conversation.assistant_note is not null)`;

/** Conversations that an order excludes in addition to the filters. */
const keptByOrder: Readonly<Record<ConversationOrder, readonly RawBuilder<SqlBool>[]>> = {
  latest: [],
  wait: [waits],
  window: [waits, sql<SqlBool>`conversation.window_ends_at > now()`, throughKind("whatsapp")],
};

/** The sort column of a list and its direction; ties are sorted by id. */
export const sortedBy: Readonly<Record<ConversationOrder, { key: RawBuilder<unknown>; direction: "asc" | "desc" }>> = {
  latest: { key: sql`conversation.last_message_at`, direction: "desc" },
  wait: {
    key: sql`coalesce(conversation.waiting_since, conversation.last_inbound_at, conversation.created_at)`,
    direction: "asc",
  },
  window: { key: sql`conversation.window_ends_at`, direction: "asc" },
};

/** Since when the customer of an open conversation has been waiting; null if they are not. */
export function waitOf(row: Selectable<ConversationTable>): Date | null {
  const isWaiting = row.last_direction === "in" || row.assistant_note !== null;
  return isWaiting && stateOf(row) === "open" ? (row.waiting_since ?? row.last_inbound_at ?? row.created_at) : null;
}

function byFilter(scope: Scope, filter: ConversationFilter): RawBuilder<SqlBool> {
  switch (filter) {
    case "All":
      return sql<SqlBool>`true`;
    case "My":
      return sql<SqlBool>`(conversation.sales_id = ${scope.accountId} or conversation.tutor_id = ${scope.accountId})`;
    case "NoReply":
      return waits;
    case "Over24h":
      return sql<SqlBool>`conversation.last_inbound_at <= now() - interval '24 hours'`;
    case "Under24h":
      return sql<SqlBool>`conversation.last_inbound_at > now() - interval '24 hours'`;
    case "CustomerUnread":
      return sql<SqlBool>`conversation.customer_unread`;
  }
}

function throughKind(kind: NonNullable<ListRequest["channel"]>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (
    select from channel_contact person join channel using (organization_id, channel_id)
    where person.organization_id = conversation.organization_id and person.contact_id = conversation.contact_id
      and channel.kind = ${kind})`;
}
