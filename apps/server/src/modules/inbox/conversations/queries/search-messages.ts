import type { ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import { partsOf } from "#platform/db/search-parts";
import type { Tx } from "#platform/db/transaction";
import { type Cursor, readCursor, writeCursor } from "#platform/paging/cursor";
import { patternOf, searchWords } from "../rules/search-words.ts";

/** A found message. */
export interface MessageHit {
  message_id: MessageId;
  conversation_id: ConversationId;
  lead_id: LeadId;
  text: string;
  position: number;
  sent_at: Date;
  direction: "in" | "out";
  /** Its position in the search results, as PostgreSQL writes the timestamp. */
  said_at: string;
}

interface MessageSearch {
  keywords: string;
  conversationId?: ConversationId | undefined;
  cursor?: string | undefined;
  pageSize: number;
}

interface Search {
  scope: Scope;
  words: readonly string[];
  parts: readonly string[];
  conversationId: ConversationId | undefined;
}

/** How many messages are scanned one after the other before the index is used. */
const newest = 4000;
/** Milliseconds after which a page ends with the hits so far, and after which it ends even without any. */
const enough = { withSome: 100, withNone: 1500 };
/** If an index query took less time than this, the next one covers twice as much. */
const quickMs = 40;
const maxPeriods = 64;

/**
 * Messages with all of the words, newest first. Common words are found quickly by scanning the newest messages; for
 * others the index is queried for one period after the other, until there are enough.
 */
export async function searchMessages(
  tx: Tx,
  scope: Scope,
  wanted: MessageSearch,
): Promise<{ messages: MessageHit[]; nextCursor: string | null }> {
  const words = searchWords(wanted.keywords);
  const parts = [...new Set(words.flatMap(partsOf))];
  const search = { scope, words, parts, conversationId: wanted.conversationId };
  const hits: MessageHit[] = [];
  const page = { began: performance.now(), size: wanted.pageSize };
  let before: Cursor | null = wanted.cursor === undefined ? null : readCursor(wanted.cursor, "moment");
  do {
    hits.push(...(await amongNewest(tx, search, { before, limit: page.size + 1 - hits.length })));
    if (hits.length > page.size) return pageOf(hits, page.size);
    before = await placeAfter(tx, search, before);
    // Words that are not in the index: the only way is to scan all messages.
  } while (before && parts.length === 0 && !isLong(page.began, hits));
  if (!before) return { messages: hits, nextCursor: null };
  if (parts.length === 0) return { messages: hits, nextCursor: writeCursor(before) };
  return throughPeriods(tx, search, { ...page, before, hits });
}

async function throughPeriods(
  tx: Tx,
  search: Search,
  page: { before: Cursor; hits: MessageHit[]; size: number; began: number },
): Promise<{ messages: MessageHit[]; nextCursor: string | null }> {
  const { hits, size, before } = page;
  const { first, last } = await periodsOf(tx, search, before);
  await expectFew(tx, search);
  let width = 1;
  for (let period = last; period >= first; ) {
    const began = performance.now();
    const periods = Array.from({ length: Math.min(width, period - first + 1) }, (_, back) => period - back);
    hits.push(...(await inPeriods(tx, search, { periods, before, limit: size + 1 - hits.length })));
    if (hits.length > size) return pageOf(hits, size);
    period -= periods.length;
    if (period >= first && isLong(page.began, hits)) return { messages: hits, nextCursor: endOf(period) };
    if (performance.now() - began < quickMs) width = Math.min(width * 2, maxPeriods);
  }
  return { messages: hits, nextCursor: null };
}

function isLong(began: number, hits: readonly MessageHit[]): boolean {
  return performance.now() - began > (hits.length > 0 ? enough.withSome : enough.withNone);
}

function pageOf(hits: readonly MessageHit[], size: number): { messages: MessageHit[]; nextCursor: string | null } {
  const messages = hits.slice(0, size);
  const last = messages.at(-1);
  return { messages, nextCursor: last ? writeCursor({ value: last.said_at, id: last.message_id }) : null };
}

/** Hits among the newest messages in the search's range after a position, scanned one after the other. */
async function amongNewest(
  tx: Tx,
  search: Search,
  from: { before: Cursor | null; limit: number },
): Promise<MessageHit[]> {
  const looked = sql`
    select conversation_id, message_id, said_at, search_text from organization_message_text
    where ${range(search, from.before)} order by said_at desc, message_id desc limit ${newest}`;
  return readHits(tx, search, { among: sql`${looked}`, kept: hasWords(search), limit: from.limit });
}

/** The last message that `amongNewest` scans; null if it scanned all. */
async function placeAfter(tx: Tx, search: Search, before: Cursor | null): Promise<Cursor | null> {
  const found = await sql<{ value: string; id: string }>`
    select said_at::text as value, message_id as id from organization_message_text where ${range(search, before)}
    order by said_at desc, message_id desc limit 1 offset ${newest - 1}`.execute(tx);
  return found.rows[0] ?? null;
}

function range({ scope, conversationId }: Search, before: Cursor | null): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`organization_id = ${scope.organizationId}`];
  if (conversationId) parts.push(sql<SqlBool>`conversation_id = ${conversationId}`);
  if (before) parts.push(isBefore(before));
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

function isBefore({ value, id }: Cursor): RawBuilder<SqlBool> {
  return sql<SqlBool>`(said_at, message_id) < (${value}::timestamptz, ${id}::uuid)`;
}

/**
 * Settings for the planner until the end of the transaction: most words have few messages in a period. It assumes
 * thousands, and would start two parallel workers, which costs a hundred times the query itself, or first read all of
 * the organisation's entries in another index. Reading the entries of one conversation is worthwhile.
 */
async function expectFew(tx: Tx, { conversationId }: Search): Promise<void> {
  const entryCost = sql`set_config('cpu_index_tuple_cost', '1', true)`;
  await sql`select set_config('max_parallel_workers_per_gather', '0', true)
    ${conversationId ? sql`` : sql`, ${entryCost}`}`.execute(tx);
}

/** Hits of the index in the given periods. The index is forced first, since every other plan is slow. */
async function inPeriods(
  tx: Tx,
  search: Search,
  from: { periods: readonly number[]; before: Cursor; limit: number },
): Promise<MessageHit[]> {
  const { scope } = search;
  const wanted = from.periods.map(
    (period) => sql<SqlBool>`message_keys(organization_id, said_at, search_text)
      @> message_numbers(${scope.organizationId}::uuid, ${period}::bigint, ${sql.val([...search.parts])}::text[])`,
  );
  const indexed = sql`
    with hit as materialized (
      select conversation_id, message_id, said_at, search_text from organization_message_text
      where ${range(search, null)} and (${sql.join(wanted, sql` or `)}))`;
  const among = sql`
    select * from hit where ${isBefore(from.before)} and ${hasWords(search)} order by said_at desc, message_id desc`;
  return readHits(tx, search, { indexed, among, limit: from.limit });
}

/** Reads messages in order until enough of them are in conversations that the scope sees. */
async function readHits(
  tx: Tx,
  { scope }: Search,
  from: { indexed?: RawBuilder<unknown>; among: RawBuilder<unknown>; kept?: RawBuilder<SqlBool>; limit: number },
): Promise<MessageHit[]> {
  // A lookup for each instead of a join: the order is kept, and only the first few are read.
  const found = await sql<MessageHit>`
    ${from.indexed ?? sql``}
    select message.message_id, message.conversation_id, seen.lead_id, message.text, message.position, message.sent_at,
      message.direction, seen.said_at::text as said_at
    from (
      select hit.*, conversation.lead_id from (${from.among}) hit
      cross join lateral (
        select lead_id from conversation
        where conversation.conversation_id = hit.conversation_id and ${visibleRows(scope, "conversation")}
          and conversation.hidden_at is null
        limit 1) conversation
      ${from.kept ? sql`where ${from.kept}` : sql``}
      order by hit.said_at desc, hit.message_id desc limit ${from.limit}
    ) seen join message on message.organization_id = ${scope.organizationId} and message.message_id = seen.message_id
    order by seen.said_at desc, seen.message_id desc`.execute(tx);
  return found.rows;
}

function hasWords({ words }: Search): RawBuilder<SqlBool> {
  const conditions = words.map((word) => {
    const { operator, pattern } = patternOf(word);
    return sql<SqlBool>`search_text ${sql.raw(operator)} ${pattern}`;
  });
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** The periods before a position. */
async function periodsOf(tx: Tx, search: Search, before: Cursor): Promise<{ first: number; last: number }> {
  const found = await sql<{ first: number; last: number }>`
    select search_period(coalesce(min(said_at), ${before.value}::timestamptz))::integer as first,
      search_period(${before.value}::timestamptz)::integer as last
    from organization_message_text where ${range(search, null)}`.execute(tx);
  return found.rows[0] ?? { first: 0, last: -1 };
}

/** The position just after a period, newest first. */
function endOf(period: number): string {
  const moment = new Date((period + 1) * 2_592_000_000).toISOString().replace("T", " ").replace("Z", "+00");
  return writeCursor({ value: moment, id: "00000000-0000-0000-0000-000000000000" });
}
