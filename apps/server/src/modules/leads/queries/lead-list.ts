import type { LeadId } from "@homeroom/contract/ids";
import type { LeadFilters } from "@homeroom/contract/leads";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { readCursor, writeCursor } from "#platform/paging/cursor";
import type { Lead } from "./load-lead.ts";
import { searchConditions } from "./search.ts";

/** Totals are exact up to here and an estimate above (decisions 5.1). */
const exactTotal = 10_000;

type Filters = Omit<LeadFilters, "pageNum" | "pageSize" | "cursor" | "sortBy" | "sortOrder">;

/**
 * The leads that a scope sees and filters keep, as one condition: list, count and later export and bulk work share it.
 * `plentiful` says that they are known to be many.
 */
export function leadsMatching(scope: Scope, filters: Filters, plentiful = false): RawBuilder<SqlBool> {
  const parts: RawBuilder<SqlBool>[] = [visibleRows(scope, "lead"), sql<SqlBool>`lead.deleted_at is null`];
  const is = (column: string, value: string | number | boolean | undefined) => {
    if (value !== undefined && value !== "") parts.push(sql<SqlBool>`${sql.ref(`lead.${column}`)} = ${value}`);
  };
  // One value is asked for as equal: only then an index that begins with the column gives the rows in order.
  const anyOf = (column: string, values: readonly string[] | undefined) => {
    if (values?.length === 1) is(column, values[0]);
    else if (values?.length)
      parts.push(sql<SqlBool>`${sql.ref(`lead.${column}`)} = any(${sql.val([...values])}::uuid[])`);
  };
  anyOf("sales_id", filters.sales);
  anyOf("tutor_id", filters.tutor);
  anyOf("channel_id", filters.channel);
  anyOf("secondary_channel_id", filters.secondaryChannel);
  anyOf("status_id", filters.status);
  anyOf("result_id", filters.result);
  if (filters.tag?.length) parts.push(sql<SqlBool>`lead.tag_ids && ${sql.val([...filters.tag])}::uuid[]`);
  if (filters.leadType?.length)
    parts.push(sql<SqlBool>`lead.lead_type = any(${sql.val([...filters.leadType])}::int[])`);
  is("branch_id", filters.branchID);
  is("gpt_status", filters.gptStatus);
  is("country", filters.country);
  is("gender", filters.gender);
  if (filters.appopenflag !== undefined) is("app_open", filters.appopenflag === 1);
  parts.push(...dateParts(filters), ...searchConditions(filters.keywords, plentiful));
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

/** The ids of the leads with these words or tags, as a subquery for lists of other things that belong to leads. */
export function leadIdsMatching(scope: Scope, filters: Pick<Filters, "keywords" | "tag">): RawBuilder<LeadId> {
  return sql<LeadId>`(select lead.lead_id from lead where ${leadsMatching(scope, filters)})`;
}

function dateParts(filters: Filters): RawBuilder<SqlBool>[] {
  const parts: RawBuilder<SqlBool>[] = [];
  // Both ends are days, included, in the time zone of the lead's branch.
  const contactDay = sql`(lead.last_contact_at at time zone branch.time_zone)::date`;
  const inBranch = (condition: RawBuilder<SqlBool>) =>
    sql<SqlBool>`exists (select from branch where branch.organization_id = lead.organization_id
      and branch.branch_id = lead.branch_id and ${condition})`;
  if (filters.startTime) parts.push(sql<SqlBool>`lead.lead_date >= ${filters.startTime}`);
  if (filters.endTime) parts.push(sql<SqlBool>`lead.lead_date <= ${filters.endTime}`);
  if (filters.lastContactStart) parts.push(inBranch(sql<SqlBool>`${contactDay} >= ${filters.lastContactStart}`));
  if (filters.lastContactEnd) parts.push(inBranch(sql<SqlBool>`${contactDay} <= ${filters.lastContactEnd}`));
  if (filters.birthMonth) parts.push(sql<SqlBool>`extract(month from lead.birthday) = ${filters.birthMonth}`);
  return parts;
}

/** The sorts of the list: the column, and what its values look like in a cursor. */
const sorts = {
  createTime: { column: "created_at", kind: "moment" },
  leadDate: { column: "lead_date", kind: "day" },
  lastContactDate: { column: "last_contact_at", kind: "moment" },
  nickname: { column: "nickname", kind: "text" },
} as const;
const sqlTypes = { moment: "timestamptz", day: "date", text: "text" } as const;

export interface LeadPage {
  leads: Lead[];
  nextCursor: string | null;
  total: number;
  totalIsEstimate: boolean;
}

/** One page of leads, by cursor or by number. */
export async function listLeads(tx: Tx, scope: Scope, request: LeadFilters): Promise<LeadPage> {
  const count = await countLeads(tx, leadsMatching(scope, request));
  const matching = leadsMatching(scope, request, count.totalIsEstimate);
  const column = sql.ref(`lead.${sorts[request.sortBy].column}`);
  const down = request.sortOrder === "desc";
  const direction = sql.raw(down ? "desc" : "asc");
  const nulls = sql.raw(request.sortBy === "lastContactDate" ? " nulls last" : "");
  const after = request.cursor ? afterCursor(request, column) : sql<SqlBool>`true`;
  const skip = request.cursor ? 0 : (request.pageNum - 1) * request.pageSize;
  const rows = await sql<Lead & { sort_text: string | null }>`
    select lead.*, ${column}::text as sort_text from lead where ${matching} and ${after}
    order by ${column} ${direction}${nulls}, lead.lead_id ${direction}
    limit ${request.pageSize + 1} offset ${skip}`.execute(tx);
  const leads = rows.rows.slice(0, request.pageSize);
  const last = leads.at(-1);
  const more = rows.rows.length > request.pageSize && last;
  const nextCursor = more ? writeCursor({ value: last.sort_text, id: last.lead_id }) : null;
  return { leads, nextCursor, ...count };
}

function afterCursor(request: LeadFilters, column: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const { kind } = sorts[request.sortBy];
  const { value, id } = readCursor(request.cursor ?? "", kind);
  const canBeEmpty = request.sortBy === "lastContactDate";
  if (value === null && !canBeEmpty) throw new AppError("DATA_FORMAT_ERROR");
  const sign = sql.raw(request.sortOrder === "desc" ? "<" : ">");
  if (value === null) return sql<SqlBool>`(${column} is null and lead.lead_id ${sign} ${id}::uuid)`;
  const beyond = sql<SqlBool>`(${column}, lead.lead_id) ${sign} (${value}::${sql.raw(sqlTypes[kind])}, ${id}::uuid)`;
  return canBeEmpty ? sql<SqlBool>`(${beyond} or ${column} is null)` : beyond;
}

/** How many match: counted to 10,000, beyond that the planner's estimate, so that no request counts a whole table. */
async function countLeads(tx: Tx, matching: RawBuilder<SqlBool>): Promise<{ total: number; totalIsEstimate: boolean }> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (select from lead where ${matching} limit ${exactTotal + 1}) as matching`.execute(
    tx,
  );
  const count = counted.rows[0]?.count ?? 0;
  if (count <= exactTotal) return { total: count, totalIsEstimate: false };
  const plan = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select from lead where ${matching}`.execute(tx);
  const estimate = plan.rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
  return { total: Math.max(estimate, exactTotal + 1), totalIsEstimate: true };
}
