import type { MailFailure, PauseReason } from "@homeroom/contract/plan-pauses";
import type { BroadcastPlanTable } from "@homeroom/database/broadcast-tables";
import { sql, type Updateable } from "kysely";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { planStopped } from "../events.ts";
import type { Plan } from "../queries/plans.ts";

/**
 * Pauses or ends a plan automatically, with the reason; the person who made it is notified. Does nothing to a plan that
 * is already paused or finished, and does not pause one that a person ended.
 */
export async function stopPlan(tx: Tx, plan: Plan, values: Updateable<BroadcastPlanTable>): Promise<void> {
  const { organization_id: organizationId, plan_id: planId, name, created_by: madeBy } = plan;
  const live = tx
    .updateTable("broadcast_plan")
    .set((column) => ({ ...values, version: column("version", "+", 1) }))
    .where("organization_id", "=", organizationId)
    .where("plan_id", "=", planId)
    .where("state", "in", ["pending", "running"])
    .where("paused_at", "is", null);
  const stopped = await (values.paused_at ? live.where("ended_at", "is", null) : live).executeTakeFirst();
  if (stopped.numUpdatedRows === 0n || plan.is_test) return;
  const payload = { planId, name, at: new Date().toISOString(), people: madeBy ? [madeBy] : [] };
  await emit(tx, planStopped, { organizationId, aggregateId: planId, payload });
}

/**
 * Pauses a plan automatically, with the error if its mail server is the reason. Nobody resumes a test, so
 * a test fails instead, with its one message.
 */
export function pauseFor(
  tx: Tx,
  plan: Plan,
  reason: PauseReason,
  mailFailure: MailFailure | null = null,
): Promise<void> {
  if (plan.is_test)
    return stopPlan(tx, plan, {
      state: "failed",
      failed: 1,
      problem: reason,
      finished_at: new Date(),
    });
  return stopPlan(tx, plan, {
    paused_at: new Date(),
    paused_by: null,
    pause_reason: reason,
    mail_failure: mailFailure && JSON.stringify(mailFailure),
  });
}

/** All recipients are done. A plan that reached nobody has failed. */
export async function endPlan(tx: Tx, plan: Plan): Promise<void> {
  if (plan.failed >= plan.total) return stopPlan(tx, plan, { state: "failed", finished_at: new Date() });
  await sql`
    update broadcast_plan set finished_at = now(), version = version + 1, state = 'completed'
    where organization_id = ${plan.organization_id} and plan_id = ${plan.plan_id} and state = 'running'`.execute(tx);
}
