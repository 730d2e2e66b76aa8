import type { RecordId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { timeZoneOf } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { unpaidPauses } from "../rules/plan-rules.ts";
import type { Plan } from "./plans.ts";

/**
 * WhatsApp messages of plans towards this calendar month's limit, in the organisation's time zone, without those of `except`.
 * A plan that was stopped before anything was reserved for it does not count, nor does a message that failed
 * once its plan is finished. A plan of an earlier month counts what it has sent this month and what is still waiting, unless it
 * was paused before this month.
 */
export async function reservedThisMonth(tx: Tx, scope: Scope, except?: RecordId): Promise<number> {
  const month = await beginOfMonth(tx, scope);
  const plans = sql<SqlBool>`kind = 'whatsapp' and plan_id is distinct from ${except ?? null}::uuid
    and coalesce(pause_reason, '') <> all(${sql.val([...unpaidPauses])}::text[])`;
  return taken(tx, scope, { plans, month, isGoingOn: sql`paused_at is null or paused_at >= ${month}` });
}

/**
 * How many messages of a running plan count towards this month's limit: all of them in the month in which it started, later only
 * those that it sent this month and those still waiting. The others were counted in earlier months.
 */
export async function neededThisMonth(tx: Tx, scope: Scope, { plan_id: planId }: Plan): Promise<number> {
  const month = await beginOfMonth(tx, scope);
  return taken(tx, scope, { plans: sql`plan_id = ${planId}`, month, isGoingOn: sql`true` });
}

async function beginOfMonth(tx: Tx, scope: Scope): Promise<RawBuilder<Date>> {
  const zone = await timeZoneOf(tx, scope, null);
  return sql<Date>`(date_trunc('month', now() at time zone ${zone}) at time zone ${zone})`;
}

interface UseFilter {
  plans: RawBuilder<SqlBool>;
  month: RawBuilder<Date>;
  /** Whether waiting recipients of a plan from an earlier month count. */
  isGoingOn: RawBuilder<SqlBool>;
}

/** Recipients of plans from earlier months are counted individually: there are few such plans. */
async function taken(tx: Tx, { organizationId }: Scope, { plans, month, isGoingOn }: UseFilter): Promise<number> {
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
