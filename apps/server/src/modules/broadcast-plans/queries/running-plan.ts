import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Plan } from "./plans.ts";

/** A plan that sends, kept from being paused or changed until the transaction ends. */
export async function runningPlan(tx: Tx, scope: Scope, planId: RecordId): Promise<Plan | undefined> {
  const found = await sql<Plan>`
    select * from broadcast_plan
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and state = 'running'
      and paused_at is null and deleted_at is null
    for key share`.execute(tx);
  return found.rows[0];
}

/** Whether there are recipients that wait for their turn, and how many are being handed over, up to `most`. */
export async function countWaiting(
  tx: Tx,
  plan: Plan,
  most: number,
): Promise<{ forTurn: number; forProvider: number }> {
  const count = (state: "waiting" | "queued", limit: number) => sql`
    (select count(*)::int from (select from broadcast_recipient
      where organization_id = ${plan.organization_id} and plan_id = ${plan.plan_id} and state = ${state}
      limit ${limit}) as found)`;
  const found = await sql<{ forTurn: number; forProvider: number }>`
    select ${count("waiting", 1)} as "forTurn", ${count("queued", most)} as "forProvider"`.execute(tx);
  return found.rows[0] ?? { forTurn: 0, forProvider: 0 };
}

/** Whether more customers of a plan's branch wait for an answer than it was told to go on with. */
export async function waitsForAnswers(
  tx: Tx,
  plan: Pick<Plan, "organization_id" | "branch_id" | "most_unanswered">,
): Promise<boolean> {
  if (plan.most_unanswered === null) return false;
  const found = await sql<{ count: number }>`
    select count(*)::int as count from (select from broadcast_unanswered
      where organization_id = ${plan.organization_id} and branch_id = ${plan.branch_id}
      limit ${plan.most_unanswered + 1}) as waiting`.execute(tx);
  return (found.rows[0]?.count ?? 0) > plan.most_unanswered;
}
