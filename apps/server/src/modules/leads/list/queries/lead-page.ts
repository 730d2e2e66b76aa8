import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { cutPage, readCursor } from "#platform/paging/cursor";
import { type Lead, leadRow } from "../../record/queries/load-lead.ts";
import { organizationLeads } from "../../record/queries/organization-leads.ts";

/** The sort columns of leads, with the format of their values in a cursor. */
const sorts = {
  createTime: { column: "created_at", kind: "moment" },
  leadDate: { column: "lead_date", kind: "day" },
  lastContactDate: { column: "last_contact_at", kind: "moment" },
  nextContactDate: { column: "next_contact_date", kind: "day" },
  nickname: { column: "nickname", kind: "text" },
  studentSince: { column: "student_since", kind: "moment" },
} as const;
/** Sorts whose column may be null: such leads come last when the newest come first. */
const mayBeEmpty: readonly string[] = ["lastContactDate", "nextContactDate"];
const sqlTypes = { moment: "timestamptz", day: "date", text: "text" } as const;

export interface LeadPaging {
  sortBy: keyof typeof sorts;
  sortOrder: "asc" | "desc";
  pageSize: number;
  pageNum?: number;
  cursor?: string | undefined;
}

interface Page {
  leads: Lead[];
  nextCursor: string | null;
}

/** One page of the leads that match, by cursor or by number; `among` limits it to the first of these leads. */
export async function pageOfLeads(
  tx: Tx,
  matching: RawBuilder<SqlBool>,
  paging: LeadPaging,
  among?: { leads: RawBuilder<SqlBool>; first: number },
): Promise<Page> {
  const column = sql.ref(`lead.${sorts[paging.sortBy].column}`);
  const source = among
    ? sql`(select * from ${organizationLeads} where ${among.leads} and ${afterCursor(paging)}
      order by ${orderOf(paging)} limit ${among.first}) as lead`
    : organizationLeads;
  const { rows } = await sql<PageRow>`
    select ${leadRow}, ${column}::text as sort_text from ${source} where ${matching} and ${afterCursor(paging)}
    order by ${orderOf(paging)} limit ${paging.pageSize + 1} offset ${skipOf(paging)}`.execute(tx);
  return pageOf(rows, paging);
}

/** The same, with the number of matching leads, counted up to a bound: above it there are more. */
export function countedPageOfLeads(tx: Tx, matching: RawBuilder<SqlBool>, paging: LeadPaging, bound: number) {
  const counted = sql`(select count(*)::int as total from (select from ${organizationLeads} where ${matching} limit ${bound + 1}) as counted)`;
  const page = sql`(select * from ${organizationLeads} where ${matching} and ${afterCursor(paging)}
    order by ${orderOf(paging)} limit ${paging.pageSize + 1} offset ${skipOf(paging)}) as lead`;
  return readCounted(tx, sql`${counted} as counted left join ${page} on true`, paging);
}

/**
 * The same for few leads, which an index finds unsorted: all of them, up to the bound, are found once, counted and
 * sorted. Above the bound the page is not the first of all leads that match.
 */
export function foundPageOfLeads(tx: Tx, matching: RawBuilder<SqlBool>, paging: LeadPaging, bound: number) {
  const column = sql.ref(`lead.${sorts[paging.sortBy].column}`);
  const source = sql`(
    with found as materialized (
      select organization_id, lead_id, ${column} from ${organizationLeads} where ${matching} limit ${bound + 1}),
    page as (
      select * from found as lead where ${afterCursor(paging)}
      order by ${orderOf(paging)} limit ${paging.pageSize + 1} offset ${skipOf(paging)})
    select counted.total, page.organization_id as of_organization, page.lead_id as on_page
    from (select count(*)::int as total from found) as counted left join page on true) as counted
    left join lead on lead.organization_id = counted.of_organization and lead.lead_id = counted.on_page`;
  return readCounted(tx, source, paging);
}

async function readCounted(tx: Tx, source: RawBuilder<unknown>, paging: LeadPaging): Promise<Page & { total: number }> {
  const column = sql.ref(`lead.${sorts[paging.sortBy].column}`);
  const { rows } = await sql<PageRow & { total: number }>`
    select counted.total, ${leadRow}, ${column}::text as sort_text from ${source} order by ${orderOf(paging)}`.execute(
    tx,
  );
  const leads = rows.filter((row) => row.lead_id !== null);
  return { ...pageOf(leads, paging), total: rows[0]?.total ?? 0 };
}

type PageRow = Lead & { sort_text: string | null };

function pageOf(rows: readonly PageRow[], { pageSize }: LeadPaging): Page {
  const { rows: leads, nextCursor } = cutPage(rows, pageSize, (last) => ({ value: last.sort_text, id: last.lead_id }));
  return { leads, nextCursor };
}

/** How many leads come before a page requested by number. */
export function skipOf({ cursor, pageNum = 1, pageSize }: LeadPaging): number {
  return cursor ? 0 : (pageNum - 1) * pageSize;
}

/** The order of a page, for "order by". */
function orderOf({ sortBy, sortOrder }: LeadPaging): RawBuilder<unknown> {
  const direction = sql.raw(sortOrder === "desc" ? "desc" : "asc");
  const nulls = sql.raw(mayBeEmpty.includes(sortBy) ? " nulls last" : "");
  return sql`${sql.ref(`lead.${sorts[sortBy].column}`)} ${direction}${nulls}, lead.lead_id ${direction}`;
}

function afterCursor({ cursor, sortBy, sortOrder }: LeadPaging): RawBuilder<SqlBool> {
  if (!cursor) return sql<SqlBool>`true`;
  const { kind } = sorts[sortBy];
  const column = sql.ref(`lead.${sorts[sortBy].column}`);
  const { value, id } = readCursor(cursor, kind);
  const canBeEmpty = mayBeEmpty.includes(sortBy);
  if (value === null && !canBeEmpty) throw new AppError("DATA_FORMAT_ERROR");
  const sign = sql.raw(sortOrder === "desc" ? "<" : ">");
  if (value === null) return sql<SqlBool>`(${column} is null and lead.lead_id ${sign} ${id}::uuid)`;
  const beyond = sql<SqlBool>`(${column}, lead.lead_id) ${sign} (${value}::${sql.raw(sqlTypes[kind])}, ${id}::uuid)`;
  return canBeEmpty ? sql<SqlBool>`(${beyond} or ${column} is null)` : beyond;
}
