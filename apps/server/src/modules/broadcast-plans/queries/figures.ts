import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Why people were left out or not reached, the most frequent first. */
export async function reasonsOf(tx: Tx, scope: Scope, planId: RecordId) {
  const found = await sql<{ state: "excluded" | "failed"; reason: string; count: number }>`
    select state, coalesce(reason, 'unknown') as reason, count(*)::int as count from broadcast_recipient
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and state in ('excluded', 'failed')
    group by 1, 2 order by count desc, reason`.execute(tx);
  return found.rows;
}

/** Points of the curve at most. */
const mostPoints = 24 * 7;

/** What had happened by the end of each hour since the start. */
export async function curveOf(tx: Tx, scope: Scope, planId: RecordId) {
  const found = await sql<{ time: Date; accepted: number; delivered: number; read: number; replied: number }>`
    with happened as (
      select moment.what, date_trunc('hour', moment.at) + interval '1 hour' as time, count(*)::int as count
      from broadcast_recipient,
        lateral (values ('accepted', accepted_at), ('delivered', delivered_at), ('read', read_at), ('replied', replied_at))
          as moment (what, at)
      where organization_id = ${scope.organizationId} and plan_id = ${planId} and moment.at is not null
      group by 1, 2),
    hours as (
      select time, coalesce(sum(count) filter (where what = 'accepted'), 0) as accepted,
        coalesce(sum(count) filter (where what = 'delivered'), 0) as delivered,
        coalesce(sum(count) filter (where what = 'read'), 0) as read,
        coalesce(sum(count) filter (where what = 'replied'), 0) as replied
      from happened group by time)
    select time, sum(accepted) over (order by time)::int as accepted, sum(delivered) over (order by time)::int as delivered,
      sum(read) over (order by time)::int as read, sum(replied) over (order by time)::int as replied
    from hours order by time limit ${mostPoints}`.execute(tx);
  return found.rows.map(({ time, ...counts }) => ({ time: time.toISOString(), ...counts }));
}
