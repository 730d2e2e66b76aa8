import type { LeadId } from "@homeroom/contract/ids";
import { type CalendarRequest, leadsShownADay } from "@homeroom/contract/lead-desk";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { exactTotal, type Total } from "#platform/paging/total";
import type { Lead } from "../../record/queries/load-lead.ts";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { isPlentiful, totalOf } from "./counting.ts";
import { leadsMatching } from "./lead-conditions.ts";

/** A day of a full calendar is counted up to this: each of the 42 days reads as many rows. */
const exactDay = 1000;

interface CountedDay extends Total {
  date: string;
  leadIds: LeadId[];
}

/**
 * The days of a calendar with contacts due, with the first leads of each in the order of the list by
 * next contact, and how many contacts are overdue.
 */
export async function leadCalendar(tx: Tx, scope: Scope, { query, from, to }: CalendarRequest) {
  const matching = leadsMatching(scope, query);
  const range: Range = { from, to, matching };
  const days = (await countTogether(tx, range)) ?? (await countEach(tx, range));
  const leads = await leadsByIds(
    tx,
    scope,
    days.flatMap((day) => day.leadIds),
  );
  const overdue = await totalOf(tx, leadsMatching(scope, { ...query, overdue: true }));
  return {
    days: days.map(({ leadIds, ...day }) => ({
      ...day,
      leads: leadIds.map((id) => leads.get(id)).filter((lead) => lead !== undefined),
    })),
    overdue,
  };
}

interface Range {
  from: string;
  to: string;
  matching: RawBuilder<SqlBool>;
}

/** All days in one pass; null when there are too many leads for that. */
async function countTogether(tx: Tx, { from, to, matching }: Range): Promise<CountedDay[] | null> {
  const inRange = sql<SqlBool>`${matching} and lead.next_contact_date between ${from} and ${to}`;
  if (await isPlentiful(tx, sql`${organizationLeads} where ${inRange}`)) return null;
  const { rows } = await sql<CountedDay & { all: number }>`
    with matching as materialized (
      select lead_id, next_contact_date as date from ${organizationLeads} where ${inRange} limit ${exactTotal + 1}),
    placed as (
      select *, row_number() over (partition by date order by lead_id) as place,
        count(*) over (partition by date) as total, count(*) over () as all from matching)
    select date, total, "all", false as "totalIsEstimate", array_agg(lead_id order by place) as "leadIds"
    from placed where place <= ${leadsShownADay} group by date, total, "all" order by date`.execute(tx);
  if ((rows[0]?.all ?? 0) > exactTotal) return null;
  return rows.map(({ all: _all, ...day }) => day);
}

async function countEach(tx: Tx, { from, to, matching }: Range): Promise<CountedDay[]> {
  const ofDay = sql<SqlBool>`${matching} and lead.next_contact_date = day.date`;
  const { rows } = await sql<CountedDay>`
    select day.date, counted.total, counted.total > ${exactDay} as "totalIsEstimate", shown."leadIds"
    from (select ${from}::date + after as date from generate_series(0, ${to}::date - ${from}::date) as after) as day
    cross join lateral (
      select count(*)::int as total from (select from ${organizationLeads} where ${ofDay} limit ${exactDay + 1}) as found) as counted
    cross join lateral (
      select array_agg(lead_id order by lead_id) as "leadIds"
      from (select lead_id from ${organizationLeads} where ${ofDay} order by lead_id limit ${leadsShownADay}) as first) as shown
    where counted.total > 0 order by day.date`.execute(tx);
  return rows;
}

async function leadsByIds(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<Map<LeadId, Lead>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("lead")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "in", [...ids])
    .execute();
  return new Map(rows.map((lead) => [lead.lead_id, lead]));
}
