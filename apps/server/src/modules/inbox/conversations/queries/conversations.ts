import { type ConversationFilter, type ConversationState, conversationStates } from "@homeroom/contract/chat";
import type { OfConversation } from "@homeroom/contract/chat-address";
import type { ConversationId } from "@homeroom/contract/ids";
import type { ConversationEventTable } from "@homeroom/database/conversation-event-tables";
import type { ConversationTable } from "@homeroom/database/inbox-tables";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { readCursor, skippedOf, writeCursor } from "#platform/paging/cursor";
import { stoppedReason } from "../../channels/queries/channels.ts";
import {
  type ConversationQuery,
  inAnyTab,
  inTab,
  type ListRequest,
  matching,
  shownRows,
  sortedBy,
  withFilter,
} from "./conversation-filters.ts";

type Conversation = Selectable<ConversationTable>;

/** A conversation with the additional values of its row in the list. */
export interface ListedConversation extends Conversation {
  contact_phone: string | null;
  contact_name: string;
  blocked_at: Date | null;
  ad_window_ends_at: Date | null;
  contact_window_ends_at: Date | null;
  channel_id: string;
  channel_kind: "whatsapp" | "line";
  channel_name: string;
  channel_sandbox: boolean;
  channel_stopped_reason: string | null;
  reply_token: string | null;
  reply_token_at: Date | null;
  quota_limit: number | null;
  quota_used: number | null;
  quota_at: Date | null;
  last_kind: string | null;
  last_happened: string | null;
  last_text: string | null;
  last_state: string | null;
  last_revoked: boolean | null;
}

/** Counts stop here. */
const countLimit = 1000;
/** How many conversations are read to count all tabs at once. */
const readAtOnce = 10_000;

/** One conversation that the scope sees, by its id or its lead; with `lock` its row is locked. */
export async function findConversation(
  tx: Tx,
  scope: Scope,
  { conversationId, leadId }: OfConversation,
  lock?: "lock",
): Promise<Conversation | undefined> {
  let one = tx.selectFrom("conversation").selectAll().where(shownRows(scope));
  if (conversationId) one = one.where("conversation_id", "=", conversationId);
  else if (leadId) one = one.where("lead_id", "=", leadId);
  else return undefined;
  return (lock ? one.forUpdate() : one).executeTakeFirst();
}

const columns = sql`
  conversation.*, contact.phone as contact_phone, contact.profile_name as contact_name, contact.blocked_at,
  contact.ad_window_ends_at, contact.window_ends_at as contact_window_ends_at,
  channel.channel_id, channel.kind as channel_kind, channel.name as channel_name, channel.is_sandbox as channel_sandbox,
  ${stoppedReason} as channel_stopped_reason,
  contact.reply_token, contact.reply_token_at, channel.quota_limit, channel.quota_used, channel.quota_at,
  last.kind as last_kind, last.details->>'systemType' as last_happened, last.text as last_text, last.state as last_state, last.revoked_at is not null as last_revoked`;

const joins = sql`
  join channel_contact contact using (organization_id, contact_id)
  join channel using (organization_id, channel_id)
  left join message last on last.organization_id = conversation.organization_id and last.message_id = conversation.last_message_id`;

/** A conversation as the list shows it. */
export async function conversationCard(
  tx: Tx,
  scope: Scope,
  of: OfConversation,
): Promise<ListedConversation | undefined> {
  const wanted = of.conversationId
    ? sql<SqlBool>`conversation.conversation_id = ${of.conversationId}`
    : sql<SqlBool>`conversation.lead_id = ${of.leadId ?? null}`;
  const found = await sql<ListedConversation>`
    select ${columns} from conversation ${joins}
    where ${shownRows(scope)} and ${wanted}`.execute(tx);
  return found.rows[0];
}

export interface ConversationPage {
  conversations: ListedConversation[];
  nextCursor: string | null;
}

/** One page of conversations in the requested order. */
export async function listConversations(tx: Tx, scope: Scope, request: ListRequest): Promise<ConversationPage> {
  const where = matching(scope, request);
  const { key, direction } = sortedBy[request.order];
  const order = sql`${key} ${sql.raw(direction)}, conversation.conversation_id ${sql.raw(direction)}`;
  const after = request.cursor ? afterCursor(request.order, request.cursor) : sql<SqlBool>`true`;
  const skip = skippedOf(request);
  // As PostgreSQL's text: a Date would lose the microseconds.
  const found = await sql<ListedConversation & { moment: string | null }>`
    select ${columns}, (${key})::text as moment from (
      select * from conversation where ${where} and ${after}
      order by ${order} limit ${request.pageSize + 1} offset ${skip}
    ) conversation ${joins}
    order by ${order}`.execute(tx);
  const conversations = found.rows.slice(0, request.pageSize);
  const last = conversations.at(-1);
  const nextCursor =
    found.rows.length > request.pageSize && last?.moment
      ? writeCursor({ value: last.moment, id: last.conversation_id })
      : null;
  return { conversations, nextCursor };
}

function afterCursor(order: ListRequest["order"], cursor: string): RawBuilder<SqlBool> {
  const { value, id } = readCursor(cursor, "moment");
  const { key, direction } = sortedBy[order];
  const beyond = sql.raw(direction === "desc" ? "<" : ">");
  return sql<SqlBool>`(${key}, conversation.conversation_id) ${beyond} (${value}::timestamptz, ${id}::uuid)`;
}

/** Every conversation of a list that changed in or after a transaction, at most `limit` of them. */
export async function changedConversations(
  tx: Tx,
  scope: Scope,
  wanted: { request: ListRequest; since: number; limit: number },
): Promise<ListedConversation[]> {
  const { request } = wanted;
  const found = await sql<ListedConversation>`
    select ${columns} from (
      select * from conversation
      where ${matching(scope, request)} and changed_xid >= ${String(wanted.since)}::xid8
      order by changed_xid limit ${wanted.limit}
    ) conversation ${joins} order by conversation.changed_xid`.execute(tx);
  return found.rows;
}

/**
 * The version of a list that a client is about to get: the oldest running transaction. A client that asks for
 * everything since then may get a change twice, but never misses one that was just being committed.
 */
export async function readingVersion(tx: Tx): Promise<number> {
  const found = await sql<{ version: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as version`.execute(tx);
  return Number(found.rows[0]?.version ?? 0);
}

/** Which of the given conversations are not, or no longer, in a list. */
export async function goneFromList(
  tx: Tx,
  scope: Scope,
  { request, known }: { request: ListRequest; known: readonly ConversationId[] },
): Promise<ConversationId[]> {
  const found = await sql<{ id: ConversationId }>`
    select known.id from unnest(${sql.val([...known])}::uuid[]) as known(id)
    where not exists (
      select from conversation where conversation.conversation_id = known.id and ${matching(scope, request)})`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}

/** How many conversations a request selects, and how many with the filter `NoReply` added; at most 1,000 each. */
export async function countWaitingOf(
  tx: Tx,
  scope: Scope,
  request: ListRequest,
): Promise<{ total: number; counts: { NoReply: number } }> {
  const waiting = matching(scope, withFilter(request, "NoReply"));
  const counted = await sql<{ total: number; waiting: number }>`
    select ${upTo(matching(scope, request))} as total, ${upTo(waiting)} as waiting`.execute(tx);
  const { total = 0, waiting: NoReply = 0 } = counted.rows[0] ?? {};
  return { total, counts: { NoReply } };
}

/**
 * How many conversations a request selects, and how many each filter and state would select with the rest of it, at
 * most 1,000 each.
 */
export async function countTabs(
  tx: Tx,
  scope: Scope,
  request: ListRequest,
  filters: readonly ConversationFilter[],
): Promise<{
  total: number;
  counts: Record<ConversationFilter, number>;
  stateCounts: Record<ConversationState, number>;
}> {
  const usual = { ...request, order: "latest" as const };
  const [total = 0, ...counts] = await countEach(tx, scope, [
    request,
    ...filters.map((filter) => withFilter(request, filter)),
    ...conversationStates.map((state) => ({ ...usual, state })),
  ]);
  const named = (names: readonly string[], from: number) =>
    Object.fromEntries(names.map((name, index) => [name, counts[from + index] ?? 0]));
  return {
    total,
    counts: named(filters, 0) as Record<ConversationFilter, number>,
    stateCounts: named(conversationStates, filters.length) as Record<ConversationState, number>,
  };
}

/**
 * How many conversations each tab of a list has. All are counted in one pass over 10,000 conversations; if there are
 * more, tabs that are still below their limit are counted separately.
 */
async function countEach(tx: Tx, scope: Scope, tabs: readonly [ListRequest, ...ListRequest[]]): Promise<number[]> {
  const parts = tabs.map((tab) => sql`count(*) filter (where ${inTab(scope, tab)})`);
  const found = await sql<{ counts: number[]; seen: number }>`
    select array[${sql.join(parts)}]::int[] as counts, count(*) as seen from (
      select * from conversation where ${inAnyTab(scope, tabs[0])} limit ${readAtOnce + 1}
    ) conversation`.execute(tx);
  const { counts = [], seen = 0 } = found.rows[0] ?? {};
  const among = (index: number) => counts[index] ?? 0;
  const rest =
    seen > readAtOnce ? tabs.flatMap((tab, index) => (among(index) < countLimit ? [{ tab, index }] : [])) : [];
  if (rest.length > 0) {
    const each = rest.map(({ tab }) => upTo(matching(scope, tab)));
    const counted = await sql<{ counts: number[] }>`select array[${sql.join(each)}] as counts`.execute(tx);
    for (const [place, { index }] of rest.entries()) counts[index] = counted.rows[0]?.counts[place] ?? 0;
  }
  return tabs.map((_, index) => Math.min(among(index), countLimit));
}

/** How many conversations a request selects, at most 1,000, regardless of its page. */
export function countConversations(tx: Tx, scope: Scope, request: ConversationQuery): Promise<number> {
  return countUpTo(tx, matching(scope, request));
}

/** How many visible conversations have unread messages and are not snoozed, at most 1,000. */
export function countUnread(tx: Tx, scope: Scope): Promise<number> {
  const where = sql<SqlBool>`${shownRows(scope)} and conversation.unread_count > 0
    and conversation.snoozed_until is null`;
  return countUpTo(tx, where);
}

/** In how many visible open conversations a customer waits for an answer, at most 1,000. */
export function countWaiting(tx: Tx, scope: Scope): Promise<number> {
  return countUpTo(tx, matching(scope, { filter: "NoReply", state: "open" }));
}

async function countUpTo(tx: Tx, where: RawBuilder<SqlBool>): Promise<number> {
  const counted = await sql<{ count: number }>`select ${upTo(where)} as count`.execute(tx);
  return counted.rows[0]?.count ?? 0;
}

function upTo(where: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql<number>`(select count(*)::int from (select from conversation where ${where} limit ${countLimit}) as matching)`;
}

export type KeptEvent = Selectable<ConversationEventTable>;

const latest = 200;

/** The latest 200 events of a conversation as a whole, in order. The caller has checked access. */
export async function conversationEvents(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<KeptEvent[]> {
  const found = await tx
    .selectFrom("conversation_event")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("conversation_id", "=", conversationId)
    .orderBy("created_at", "desc")
    .limit(latest)
    .execute();
  return found.reverse();
}
