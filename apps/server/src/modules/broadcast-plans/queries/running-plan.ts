import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Plan } from "./plans.ts";

/** A running plan, locked against pausing and changes until the transaction ends. */
export async function runningPlan(tx: Tx, scope: Scope, planId: RecordId): Promise<Plan | undefined> {
  const found = await sql<Plan>`
    select * from broadcast_plan
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and state = 'running'
      and paused_at is null and deleted_at is null
    for key share`.execute(tx);
  return found.rows[0];
}

/** A message that still waits in its conversation after this time was postponed. */
const lateAfterSeconds = 15;

/**
 * Whether recipients are waiting, whether any are being handed over, and how many of these are late, up to `most`.
 */
export async function standingOf(
  tx: Tx,
  plan: Plan,
  most: number,
): Promise<{ hasWaiting: boolean; hasQueued: boolean; late: number }> {
  const recipients = (state: "waiting" | "queued") => sql`
    select from broadcast_recipient
    where organization_id = ${plan.organization_id} and plan_id = ${plan.plan_id} and state = ${state}`;
  const found = await sql<{ hasWaiting: boolean; hasQueued: boolean; late: number }>`
    select exists (${recipients("waiting")}) as "hasWaiting", exists (${recipients("queued")}) as "hasQueued",
      (select count(*)::int from (${recipients("queued")}
        and queued_at < now() - make_interval(secs => ${lateAfterSeconds})
        and exists (select from broadcast_message message
          where message.organization_id = ${plan.organization_id} and message.message_id = broadcast_recipient.message_id
            and message.state = 'queued')
        limit ${most}) as found) as late`.execute(tx);
  return found.rows[0] ?? { hasWaiting: false, hasQueued: false, late: 0 };
}

/** Mails of a running plan that were put off by their servers, once no others are left; null while others are due. */
export async function deferredMails(
  tx: Tx,
  plan: Pick<Plan, "organization_id" | "plan_id" | "kind" | "state">,
): Promise<{ count: number; next: Date } | null> {
  if (plan.kind !== "email" || plan.state !== "running") return null;
  const waiting = sql`broadcast_recipient
    where organization_id = ${plan.organization_id} and plan_id = ${plan.plan_id} and state = 'waiting'`;
  const found = await sql<{ count: number; next: Date | null }>`
    select count(*)::int as count, min(next_try_at) as next from ${waiting}
      and not exists (select from ${waiting} and (next_try_at is null or next_try_at <= clock_timestamp()))`.execute(
    tx,
  );
  const { count = 0, next = null } = found.rows[0] ?? {};
  return next && { count, next };
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
