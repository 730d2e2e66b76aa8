import type { LeadId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { organizationLeads } from "../../record/queries/organization-leads.ts";
import { leadsInQuestion } from "./lead-conditions.ts";

/** A lead that needs attention now. */
export interface LeadToFollow {
  leadId: LeadId;
  /** When it came back or was created; null for a day of contact. */
  since: Date | null;
  /** The day of contact. */
  day: string | null;
}

interface ListRequest {
  scope: Scope;
  limit: number;
}

const overdueDays = 60;
const returnedDays = 7;
const unassignedDays = 14;

/** Leads whose day of contact is today or was in the last weeks, longest overdue first. */
export function leadsDue(tx: Tx, { scope, limit }: ListRequest): Promise<LeadToFollow[]> {
  // No zone is further from UTC than these hours: the plain bounds serve the index, the day is that of the branch.
  const where = sql<SqlBool>`lead.next_contact_date between (now() - make_interval(days => ${overdueDays}))::date
      and (now() + interval '14 hours')::date
    and lead.next_contact_date <= branch_day(lead.organization_id, lead.branch_id, now())`;
  return found(tx, { scope, limit, where, order: sql`lead.next_contact_date, lead.lead_id` });
}

/** Leads that came back within a week without contact by staff since, latest first. */
export function returnedLeads(tx: Tx, { scope, limit }: ListRequest): Promise<LeadToFollow[]> {
  const where = sql<SqlBool>`lead.repeated_at > now() - make_interval(days => ${returnedDays})
    and (lead.last_contact_at is null or lead.last_contact_at <= lead.repeated_at)`;
  const order = sql`lead.repeated_at desc, lead.lead_id desc`;
  return found(tx, { scope, limit, where, order, since: sql`lead.repeated_at` });
}

/** Leads of the last weeks without a sales person, latest first. */
export function unassignedLeads(tx: Tx, { scope, limit }: ListRequest): Promise<LeadToFollow[]> {
  const where = sql<SqlBool>`lead.sales_id is null
    and lead.created_at > now() - make_interval(days => ${unassignedDays})`;
  const order = sql`lead.created_at desc, lead.lead_id desc`;
  return found(tx, { scope, limit, where, order, since: sql`lead.created_at` });
}

async function found(
  tx: Tx,
  of: ListRequest & { where: RawBuilder<SqlBool>; order: RawBuilder<unknown>; since?: RawBuilder<unknown> },
): Promise<LeadToFollow[]> {
  const { scope, where, order, limit, since } = of;
  const rows = await sql<LeadToFollow>`
    select lead.lead_id as "leadId", ${since ?? sql`null::timestamptz`} as since,
      ${since ? sql`null::text` : sql`lead.next_contact_date::text`} as day
    from ${organizationLeads} where ${leadsInQuestion(scope, {})} and ${where} order by ${order} limit ${limit}`.execute(
    tx,
  );
  return rows.rows;
}
