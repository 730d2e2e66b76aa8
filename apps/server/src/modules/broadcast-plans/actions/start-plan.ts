import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { lockMessages, type ManyMessages } from "#modules/billing/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { candidatesOf } from "../queries/candidates.ts";
import { reservedThisMonth } from "../queries/month-use.ts";
import type { Plan } from "../queries/plans.ts";
import { settingOf } from "../queries/settings.ts";
import { startedContent } from "../queries/started-content.ts";
import { isStillApproved, needsApproval } from "../rules/plan-rules.ts";
import { limitPassed } from "./require-means.ts";
import { pauseFor, stopPlan } from "./stop-plan.ts";
import { warnOfLimit } from "./warn-of-limit.ts";
import { notApproved } from "./withdraw-approvals.ts";

/**
 * Starts a due plan: its recipients are written in the same transaction in which it begins to run. A plan
 * that somebody else is starting or that has been put off is left alone; one that cannot start has failed, with the reason.
 */
export async function startPlan(db: Database, scope: Scope, planId: RecordId): Promise<void> {
  try {
    await inTransaction(db, scope, (tx) => start(tx, scope, planId));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await inTransaction(db, scope, (tx) => failPlan(tx, scope, { planId, problem: error.code }));
  }
}

async function start(tx: Tx, scope: Scope, planId: RecordId): Promise<void> {
  const plan = await takeDuePlan(tx, scope, planId);
  if (!plan) return;
  const { category, values, text } = await startedContent(tx, scope, plan);
  const { total, excluded } = await writeRecipients(tx, scope, plan, category);
  if (total === 0) {
    const now = new Date();
    const ended = { state: "failed", figures_kept: true, started_at: now, finished_at: now } as const;
    return stopPlan(tx, plan, { ...ended, problem: "PLAN_NO_RECIPIENTS", excluded });
  }
  const { approvalAbove } = await settingOf(tx, scope);
  const approved_at = isStillApproved(plan, { total, text }) ? plan.approved_at : null;
  const waits = needsApproval({ approved_at, total }, approvalAbove);
  const isMail = plan.kind === "email";
  const isOver = !isMail && (await limitPassed(tx, scope, { planId, count: total })) !== null;
  await tx
    .updateTable("broadcast_plan")
    .set({
      ...values,
      ...(waits && notApproved),
      state: "running",
      figures_kept: true,
      total,
      excluded,
      spread_seconds: plan.spread_hours === null ? null : (plan.spread_hours * 3600) / total,
      started_at: new Date(),
      version: plan.version + 1,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("plan_id", "=", planId)
    .execute();
  if (waits) return pauseFor(tx, plan, "approvalNeeded");
  if (isOver) return pauseFor(tx, plan, "monthlyLimit");
  // A branch's own mail server costs nothing here.
  if (isMail) return;
  if (!(await canPay(tx, scope, { subjectId: planId, count: total }))) return pauseFor(tx, plan, "balanceLow");
  const before = await reservedThisMonth(tx, scope, planId);
  await warnOfLimit(tx, scope, { plan, before, messages: total });
}

/** Whether the messages can be paid for; if so, the amount is reserved. */
async function canPay(tx: Tx, scope: Scope, messages: ManyMessages): Promise<boolean> {
  try {
    await lockMessages(tx, scope, messages);
    return true;
  } catch (refusal) {
    if (refusal instanceof AppError) return false;
    throw refusal;
  }
}

/** The plan, locked, if it should still start now. */
async function takeDuePlan(tx: Tx, scope: Scope, planId: RecordId): Promise<Plan | undefined> {
  const found = await sql<Plan>`
    select * from broadcast_plan
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and state = 'pending'
      and schedule_at <= clock_timestamp() and deleted_at is null
    for update skip locked`.execute(tx);
  return found.rows[0];
}

/** One INSERT … SELECT, however many recipients there are. */
async function writeRecipients(
  tx: Tx,
  scope: Scope,
  plan: Plan,
  category: Parameters<typeof candidatesOf>[2]["category"],
): Promise<{ total: number; excluded: number }> {
  const candidates = await candidatesOf(tx, scope, { audience: plan, category });
  // A million of them take longer than the usual limit of a statement.
  await sql`set local statement_timeout = '10min'`.execute(tx);
  const written = await sql<{ total: number; excluded: number }>`
    with written as (
      insert into broadcast_recipient (organization_id, plan_id, lead_id, phone, email, state, reason)
      select ${scope.organizationId}::uuid, ${plan.plan_id}::uuid, lead_id, phone, email, state, reason
      from ${candidates} as candidate
      returning state, reason),
    reasons as (
      insert into broadcast_reason (organization_id, plan_id, state, reason, count)
      select ${scope.organizationId}::uuid, ${plan.plan_id}::uuid, state, reason, count(*)::int from written
      where state = 'excluded' group by state, reason)
    select count(*) filter (where state = 'waiting')::int as total,
      count(*) filter (where state = 'excluded')::int as excluded from written`.execute(tx);
  return written.rows[0] ?? { total: 0, excluded: 0 };
}

async function failPlan(
  tx: Tx,
  scope: Scope,
  { planId, problem }: { planId: RecordId; problem: string },
): Promise<void> {
  const found = await sql<Plan>`
    select * from broadcast_plan
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and state = 'pending'
    for no key update`.execute(tx);
  const [plan] = found.rows;
  if (plan) await stopPlan(tx, plan, { state: "failed", problem, finished_at: new Date() });
}
