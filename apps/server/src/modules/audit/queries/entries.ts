import { auditPairsSaying } from "@homeroom/contract/audit-texts";
import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { Language } from "@homeroom/contract/language";
import type { LogFilters } from "@homeroom/contract/log";
import type { AuditEntryTable } from "@homeroom/database/people-tables";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { containing } from "#platform/db/containing";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { cutPage, skippedOf } from "#platform/paging/cursor";
import { afterNewest } from "#platform/paging/newest-first";
import { dayAfter } from "../rules/visit-days.ts";

export type Entry = Selectable<AuditEntryTable>;

/** Totals are exact up to here and an estimate above (decisions 5.1). */
const exactTotal = 10_000;

/** A reader's filters, with their words and days resolved. */
export interface LogRequest extends LogFilters {
  readonly language: Language;
  readonly zone: string;
}

/** The condition of the filters, shared by list, count and export. */
function entriesMatching(scope: Scope, request: LogRequest): RawBuilder<SqlBool> {
  const parts = [sql<SqlBool>`organization_id = ${scope.organizationId}`];
  const anyOf = (column: string, values: readonly string[] | undefined, type = "text") => {
    if (values?.length === 1) parts.push(sql<SqlBool>`${sql.ref(column)} = ${values[0]}`);
    else if (values?.length)
      parts.push(sql<SqlBool>`${sql.ref(column)} = any(${sql.val([...values])}::${sql.raw(type)}[])`);
  };
  anyOf("module", request.module);
  anyOf("action", request.action);
  anyOf("account_id", request.operator, "uuid");
  if (request.subject) parts.push(sql<SqlBool>`subject_id = ${request.subject}`);
  if (request.startDate) parts.push(sql<SqlBool>`created_at >= ${startOf(request.startDate, request.zone)}`);
  if (request.endDate) parts.push(sql<SqlBool>`created_at < ${startOf(dayAfter(request.endDate, 1), request.zone)}`);
  if (request.keywords) parts.push(saying(request.keywords, request.language));
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

/** The moment at which a day begins in a zone. */
function startOf(day: string, zone: string): RawBuilder<Date> {
  return sql<Date>`(${day}::timestamp at time zone ${zone})`;
}

function saying(keywords: string, language: Language): RawBuilder<SqlBool> {
  const pattern = containing(keywords);
  const pairs = auditPairsSaying(keywords, language).map((pair) => pair.join(" "));
  return sql<SqlBool>`(operator ilike ${pattern} or subject_name ilike ${pattern} or address ilike ${pattern}
    or (module || ' ' || action) = any(${sql.val(pairs)}::text[]))`;
}

interface LogPage {
  readonly pageSize: number;
  readonly pageNum?: number;
  readonly cursor?: string | undefined;
}

/** One page of entries, newest first, by cursor or by number. */
export async function entriesPage(tx: Tx, scope: Scope, request: LogRequest, place: LogPage) {
  const { pageSize, pageNum = 1, cursor } = place;
  const after = afterNewest(cursor, "created_at", "audit_id");
  const found = await sql<Entry & { sort_text: string }>`
    select *, created_at::text as sort_text from audit_entry where ${entriesMatching(scope, request)} and ${after}
    order by created_at desc, audit_id desc
    limit ${pageSize + 1} offset ${skippedOf({ pageNum, pageSize, cursor })}`.execute(tx);
  const { rows: entries, nextCursor } = cutPage(found.rows, pageSize, (last) => ({
    value: last.sort_text,
    id: last.audit_id,
  }));
  return { entries, nextCursor };
}

/** The number of matches: exact up to 10,000, above that the planner's estimate. */
export async function countEntries(tx: Tx, scope: Scope, request: LogRequest) {
  const matching = entriesMatching(scope, request);
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from audit_entry where ${matching} limit ${exactTotal + 1}) as matching`.execute(tx);
  const count = counted.rows[0]?.count ?? 0;
  if (count <= exactTotal) return { total: count, totalIsEstimate: false };
  const plan = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select from audit_entry where ${matching}`.execute(tx);
  const estimate = plan.rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
  return { total: Math.max(estimate, exactTotal + 1), totalIsEstimate: true };
}

/** One entry of the organisation. */
export function entryById(tx: Tx, scope: Scope, id: RecordId): Promise<Entry | undefined> {
  return findRow(tx, scope, "audit_entry", { audit_id: id });
}

const maxOperators = 500;

/** The people in the log, by the name in their latest entry. */
export async function operatorsOf(tx: Tx, scope: Scope) {
  const found = await sql<{ value: string; label: string }>`
    select account_id as value, operator as label from (
      select distinct on (account_id) account_id, operator from audit_entry
      where organization_id = ${scope.organizationId} and account_id is not null
      order by account_id, created_at desc) as latest
    order by label, value limit ${maxOperators}`.execute(tx);
  return found.rows;
}

export interface Visits {
  pv: number;
  uv: number;
  ip: number;
}

const figures = sql`count(*)::int as pv, count(distinct account_id)::int as uv,
  count(distinct address) filter (where address <> '')::int as ip`;

/** The numbers of entries, people and addresses by day of a time zone. Days without entries are left out. */
export async function visitsByDay(tx: Tx, scope: Scope, range: { first: string; last: string; zone: string }) {
  const { first, last, zone } = range;
  const found = await sql<Visits & { day: string }>`
    select to_char(created_at at time zone ${zone}, 'YYYY-MM-DD') as day, ${figures}
    from audit_entry
    where organization_id = ${scope.organizationId}
      and created_at >= ${startOf(first, zone)} and created_at < ${startOf(dayAfter(last, 1), zone)}
    group by 1`.execute(tx);
  return new Map(found.rows.map(({ day, ...visits }) => [day, visits]));
}

/** The figures of today, of yesterday until the same time of day, and of the whole log. */
export async function visitTotals(tx: Tx, scope: Scope, { day, zone }: { day: string; zone: string }) {
  const count = async (condition: RawBuilder<SqlBool>): Promise<Visits> => {
    const found = await sql<Visits>`
      select ${figures} from audit_entry
      where organization_id = ${scope.organizationId} and ${condition}`.execute(tx);
    return found.rows[0] ?? { pv: 0, uv: 0, ip: 0 };
  };
  const yesterday = startOf(dayAfter(day, -1), zone);
  return {
    today: await count(sql<SqlBool>`created_at >= ${startOf(day, zone)}`),
    yesterday: await count(sql<SqlBool>`created_at >= ${yesterday} and created_at < now() - interval '1 day'`),
    all: await count(sql<SqlBool>`true`),
  };
}

/** Those of these people who have entries in the audit log. */
export async function peopleInAudit(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<AccountId[]> {
  const found = await sql<{ id: AccountId }>`
    select person.id from unnest(${sql.val([...ids])}::uuid[]) as person(id)
    where exists (select from audit_entry
      where organization_id = ${scope.organizationId} and account_id = person.id)`.execute(tx);
  return found.rows.map(({ id }) => id);
}
