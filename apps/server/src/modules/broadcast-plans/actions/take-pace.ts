import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { Plan } from "../queries/plans.ts";

/**
 * How many of these messages a plan's pace allows now. They count as sent, so that two processes do not use the same
 * part of a minute. After a pause one second's worth is sent at once, not the whole backlog. The lock does not block holders of
 * `runningPlan`: two of them would deadlock.
 */
export async function takePace(tx: Tx, plan: Plan, wanted: number): Promise<number> {
  if (plan.per_minute === null && plan.spread_seconds === null) return wanted;
  const taken = await sql<{ count: number }>`
    with pace as (
      select plan_id, seconds,
        greatest(paced_until, clock_timestamp() - make_interval(secs => greatest(1, seconds))) as since
      from (select plan_id, paced_until, coalesce(spread_seconds, 60.0 / per_minute) as seconds from broadcast_plan
        where organization_id = ${plan.organization_id} and plan_id = ${plan.plan_id} for no key update) as held),
    taken as (
      select plan_id, since, seconds,
        least(${wanted}::int, greatest(0, floor(extract(epoch from clock_timestamp() - since) / seconds)))::int as count
      from pace)
    update broadcast_plan plan set paced_until = taken.since + make_interval(secs => taken.count * taken.seconds)
    from taken where plan.organization_id = ${plan.organization_id} and plan.plan_id = taken.plan_id
    returning taken.count`.execute(tx);
  return taken.rows[0]?.count ?? 0;
}
