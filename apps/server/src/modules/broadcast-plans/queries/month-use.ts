import type { RecordId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { timeZoneOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { unpaidPauses } from "../rules/plan-rules.ts";
import type { Plan } from "./plans.ts";

/**
 * WhatsApp messages that plans take of this calendar month's limit, in the organisation's time zone; those of `except` apart.
 * A plan that is held back before anything was kept for it takes nothing from the others, nor does a message that failed
 * once its plan is over. A plan of an earlier month takes what it has sent this month and what still waits in it, unless it
 * was paused before this month.
 */
export async function reservedThisMonth(tx: Tx, scope: Scope, except?: RecordId): Promise<number> {
  const month = await beginOfMonth(tx, scope);
  const plans = sql<SqlBool>`kind = 'whatsapp' and plan_id is distinct from ${except ?? null}::uuid
    and coalesce(pause_reason, '') <> all(${sql.val([...unpaidPauses])}::text[])`;
  return taken(tx, scope, { plans, month, isGoingOn: sql`paused_at is null or paused_at >= ${month}` });
}

/**
 * How many messages a plan that goes on takes of this month's limit: all of them in the month in which it started, later only
 * those that it sent this month and those that still wait. The others were counted in earlier months.
 */
export async function neededThisMonth(tx: Tx, scope: Scope, { plan_id: planId }: Plan): Promise<number> {
  const month = await beginOfMonth(tx, scope);
  return taken(tx, scope, { plans: sql`plan_id = ${planId}`, month, isGoingOn: sql`true` });
}

async function beginOfMonth(tx: Tx, scope: Scope): Promise<RawBuilder<Date>> {
  const zone = await timeZoneOf(tx, scope, null);
  return sql<Date>`(date_trunc('month', now() at time zone ${zone}) at time zone ${zone})`;
}

interface Taken {
  plans: RawBuilder<SqlBool>;
  month: RawBuilder<Date>;
  /** Whether recipients that wait in a plan of an earlier month count. */
  isGoingOn: RawBuilder<SqlBool>;
}

/** The recipients of plans of earlier months are counted: such plans are few. */
async function taken(tx: Tx, { organizationId }: Scope, { plans, month, isGoingOn }: Taken): Promise<number> {
  const found = await sql<{ taken: number }>`
    select coalesce(sum(case when started_at < ${month} then (
        select count(*) from broadcast_recipient recipient
        where recipient.organization_id = plan.organization_id and recipient.plan_id = plan.plan_id
          and ((recipient.state = 'waiting' and plan.state = 'running' and (${isGoingOn}))
            or (recipient.state not in ('waiting', 'excluded', 'failed') and recipient.queued_at >= ${month})))
      when state = 'running' then total else total - failed end), 0)::int as taken
    from broadcast_plan plan
    where organization_id = ${organizationId} and ${plans}
      and (started_at >= ${month} or state = 'running' or finished_at >= ${month})`.execute(tx);
  return found.rows[0]?.taken ?? 0;
}
