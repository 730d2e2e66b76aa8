import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Plan } from "./plans.ts";

type PlanFigures = Pick<Plan, "plan_id" | "figures_kept">;

/** Why people were left out or not reached, most frequent first. */
export async function reasonsOf(tx: Tx, scope: Scope, { plan_id: planId, figures_kept: isKept }: PlanFigures) {
  const rows = isKept
    ? sql`select state, reason, count from broadcast_reason
        where organization_id = ${scope.organizationId} and plan_id = ${planId} and count > 0`
    : sql`select state, coalesce(reason, 'unknown') as reason, count(*)::int as count from broadcast_recipient
        where organization_id = ${scope.organizationId} and plan_id = ${planId} and state in ('excluded', 'failed')
        group by 1, 2`;
  const found = await sql<{ state: "excluded" | "failed"; reason: string; count: number }>`
    select * from (${rows}) as found order by count desc, reason`.execute(tx);
  return found.rows;
}

/** Maximum points of the curve. */
const maxPoints = 24 * 7;

interface Point {
  time: Date;
  accepted: number;
  delivered: number;
  read: number;
  replied: number;
  clicked: number;
}

/** The totals at the end of each hour since the start. */
export async function curveOf(tx: Tx, scope: Scope, { plan_id: planId, figures_kept: isKept }: PlanFigures) {
  const happened = isKept
    ? sql`select what, hour + interval '1 hour' as time, count from broadcast_hour
        where organization_id = ${scope.organizationId} and plan_id = ${planId}`
    : sql`select moment.what, date_trunc('hour', moment.at) + interval '1 hour' as time, count(*)::int as count
        from broadcast_recipient,
          lateral (values ('accepted', accepted_at), ('delivered', delivered_at), ('read', read_at), ('replied', replied_at),
            ('clicked', clicked_at)) as moment (what, at)
        where organization_id = ${scope.organizationId} and plan_id = ${planId} and moment.at is not null
        group by 1, 2`;
  const upTo = (what: string) =>
    sql`(sum(coalesce(sum(count) filter (where what = ${sql.lit(what)}), 0)) over (order by time))::int as ${sql.ref(what)}`;
  const found = await sql<Point>`
    select time, ${sql.join(["accepted", "delivered", "read", "replied", "clicked"].map(upTo))}
    from (${happened}) as happened group by time order by time limit ${maxPoints}`.execute(tx);
  return found.rows.map(({ time, ...counts }) => ({ time: time.toISOString(), ...counts }));
}
