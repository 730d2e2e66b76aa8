import type { RequestOf } from "@homeroom/contract/endpoint";
import type { LeadId } from "@homeroom/contract/ids";
import { type leadFamilies, maxMembers } from "@homeroom/contract/lead-families";
import { type RawBuilder, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { readCursor, writeCursor } from "#platform/paging/cursor";
import type { Lead } from "../../record/queries/load-lead.ts";
import { emailColumns } from "./similar-leads.ts";

type Request = RequestOf<typeof leadFamilies.duplicateList>;

export interface DuplicateGroup {
  value: string;
  total: number;
  members: Lead[];
}

/** The number of index entries that one call reads: a million leads take several calls. */
const slice = 20_000;

/**
 * Groups of visible leads that share a number, an e-mail, or a name together with birthday or school, in the order of
 * the shared value. A family counts as one; groups that staff marked as all different people are left out.
 */
export async function duplicateGroups(
  tx: Tx,
  scope: Scope,
  request: Request,
): Promise<{ groups: DuplicateGroup[]; nextCursor: string | null }> {
  const after = request.cursor ? (readCursor(request.cursor, "text").value ?? "") : "";
  const { limit, rows } = await walk(tx, scope, { request, after });
  const full = rows.length >= request.pageSize;
  const end = full ? (rows.at(-1)?.value ?? null) : limit;
  const members = await leadsByIds(
    tx,
    scope,
    rows.flatMap(({ ids }) => ids),
  );
  const known = await notSame(tx, scope, [...members.keys()]);
  const groups = rows.flatMap(({ value, total, ids }) => {
    const leads = ids.map((id) => members.get(id)).filter((lead) => lead !== undefined);
    return isSettled(leads, known) && total === leads.length ? [] : [{ value, total, members: leads }];
  });
  return { groups, nextCursor: end === null ? null : writeCursor({ value: end, id: noId }) };
}

const noId = "00000000-0000-0000-0000-000000000000";

interface FoundGroup {
  value: string;
  total: number;
  ids: LeadId[];
}

/** The groups in the next slice, and where the slice ends; null: at the end. */
async function walk(
  tx: Tx,
  scope: Scope,
  { request, after }: { request: Request; after: string },
): Promise<{ limit: string | null; rows: FoundGroup[] }> {
  const branches = walks[request.by].map(({ column, filled, apart }, place) => {
    const wanted = sql`lead.organization_id = ${scope.organizationId} and lead.deleted_at is null and ${filled}`;
    return sql`(select ${column} as value, ${apart} as apart, lead_id, family_id, ${sql.lit(place)} as branch,
        ${visibleRows(scope, "lead")} as seen
      from lead where ${wanted} and ${column} > ${after} order by ${column} limit ${slice})`;
  });
  // If one branch's list was cut, later values of other branches wait for the next slice.
  const found = await sql<FoundGroup & { limit: string | null }>`
    with entries as materialized (${sql.join(branches, sql` union all `)}),
    ends as (select max(value) as value from entries group by branch having count(*) >= ${slice}),
    reach as (select min(value) as value from ends),
    groups as (
      select value, count(distinct lead_id)::int as total,
        (array_agg(distinct lead_id))[1:${sql.lit(maxMembers)}] as ids
      from entries where seen and value <= coalesce((select value from reach), value)
      group by value, apart having count(distinct coalesce(family_id, lead_id)) > 1
      order by value fetch first ${request.pageSize} rows with ties)
    select groups.*, reach.value as limit from reach left join groups on true order by groups.value`.execute(tx);
  const rows = found.rows.filter(({ value }) => value !== null);
  return { limit: found.rows[0]?.limit ?? null, rows };
}

interface GroupSearch {
  column: RawBuilder<unknown>;
  filled: RawBuilder<unknown>;
  /** The values that distinguish leads with the same value. */
  apart: RawBuilder<unknown>;
}
const together = sql`''`;
const always = (column: RawBuilder<unknown>): GroupSearch => ({
  column,
  filled: sql`${column} is not null`,
  apart: together,
});
const numbers = ["phone_e164", "contact1_e164", "contact2_e164"].map((name) => always(sql.ref(`lead.${name}`)));
const walks: Record<Request["by"], readonly GroupSearch[]> = {
  phone: numbers,
  email: emailColumns.map(always),
  name: [
    {
      column: sql`lead.nickname_key`,
      filled: sql`(lead.birthday is not null or lead.school <> '') and lead.nickname_key is not null`,
      apart: sql`coalesce(lead.birthday::text, lead.school)`,
    },
  ],
};

async function leadsByIds(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<Map<LeadId, Lead>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("lead")
    .selectAll()
    .where("lead_id", "in", [...ids])
    .where("deleted_at", "is", null)
    .where(visibleRows(scope, "lead"))
    .execute();
  return new Map(rows.map((lead) => [lead.lead_id, lead]));
}

/** Pairs of leads that are two people, as `one other` in the order of their ids. */
async function notSame(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom("lead_not_same")
    .select(["lead_id", "other_id"])
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "in", [...ids])
    .execute();
  return new Set(rows.map(({ lead_id, other_id }) => `${lead_id} ${other_id}`));
}

/** Whether all pairs of them are known to be different people: siblings, or people marked as different. */
function isSettled(leads: readonly Lead[], known: ReadonlySet<string>): boolean {
  const sorted = [...leads].sort((one, other) => (one.lead_id < other.lead_id ? -1 : 1));
  const isApart = (one: Lead, other: Lead) =>
    (one.family_id !== null && one.family_id === other.family_id) || known.has(`${one.lead_id} ${other.lead_id}`);
  return sorted.every((one, place) => sorted.slice(place + 1).every((other) => isApart(one, other)));
}
