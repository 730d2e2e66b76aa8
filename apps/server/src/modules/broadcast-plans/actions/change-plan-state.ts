import { broadcastPlans, planEnded } from "@homeroom/contract/broadcast-plans";
import { RecordId } from "@homeroom/contract/ids";
import type { BroadcastPlanTable } from "@homeroom/database/broadcast-tables";
import { sql, type Updateable } from "kysely";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { candidatesOf, isAnyoneFailed } from "../queries/candidates.ts";
import { countCandidates } from "../queries/estimate.ts";
import { neededThisMonth, reservedThisMonth } from "../queries/month-use.ts";
import { planFamily } from "../queries/plan-family.ts";
import { lockPlan, type Plan } from "../queries/plans.ts";
import { settingOf } from "../queries/settings.ts";
import { startedContent, wroteItsMails } from "../queries/started-content.ts";
import { hasEnded, isOtherPerson, needsApproval, refusalToCancel } from "../rules/plan-rules.ts";
import { requireMeans } from "./require-means.ts";
import { warnOfLimit } from "./warn-of-limit.ts";
import { notApproved } from "./withdraw-approvals.ts";

/** Cancels a plan that is far enough ahead. Idempotent. Throws PLAN_CANCEL_TOO_LATE and PLAN_STATE_NOT_CANCELLABLE. */
export function cancelPlan(db: Database, actor: Actor, planId: RecordId): Promise<void> {
  requirePermission(actor, "bulk:plan:cancel");
  return withPlan(db, actor, planId, async (tx, _scope, plan) => {
    const refusal = refusalToCancel(plan, new Date());
    if (refusal === "done") return;
    if (refusal) throw new AppError(refusal);
    await change(tx, actor, plan, { action: "cancelled", values: { state: "cancelled", cancelled_at: new Date() } });
  });
}

/** Pauses a running plan. Idempotent. Throws PLAN_STATE_CONFLICT for one that is not running, or was ended. */
export function pausePlan(db: Database, actor: Actor, planId: RecordId): Promise<void> {
  requirePermission(actor, "bulk:plan:cancel");
  return withPlan(db, actor, planId, async (tx, _scope, plan) => {
    if (plan.state !== "running" || plan.ended_at) throw new AppError("PLAN_STATE_CONFLICT");
    if (plan.paused_at) return;
    await change(tx, actor, plan, {
      action: "paused",
      values: { paused_at: new Date(), paused_by: actor.accountId, pause_reason: null },
    });
  });
}

/**
 * Ends a paused plan. Waiting recipients count as failed, so that the plan can be sent to them later, and the amount reserved
 * for them is released. Throws PLAN_STATE_CONFLICT for a plan that is not paused.
 */
export function endPausedPlan(db: Database, actor: Actor, planId: RecordId): Promise<void> {
  requirePermission(actor, "bulk:plan:cancel");
  return withPlan(db, actor, planId, async (tx, scope, plan) => {
    if (plan.state !== "running" || !plan.paused_at) throw new AppError("PLAN_STATE_CONFLICT");
    // One statement, however many there are, with the figures that depend on it.
    await sql`set local statement_timeout = '120s'`.execute(tx);
    const left = await tx
      .updateTable("broadcast_recipient")
      .set({ state: "failed", reason: planEnded, failed_at: new Date(), message_id: null })
      .where("organization_id", "=", scope.organizationId)
      .where("plan_id", "=", planId)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    const failed = plan.failed + Number(left.numUpdatedRows);
    // Messages that are being handed over are still sent; the plan ends after them.
    const ends = failed >= plan.total ? { state: "failed" as const, finished_at: new Date() } : {};
    await change(tx, actor, plan, {
      action: "cancelled",
      values: { failed, ended_at: new Date(), paused_at: null, paused_by: null, pause_reason: null, ...ends },
    });
  });
}

/** The branch's own mail server costs nothing here. */
async function requirePlanMeans(tx: Tx, scope: Scope, plan: Plan): Promise<void> {
  if (plan.kind !== "whatsapp") return;
  const messages = await neededThisMonth(tx, scope, plan);
  await requireMeans(tx, scope, { planId: plan.plan_id, count: messages });
  // If two plans are resumed at once, the second sees what the first has used.
  const before = await reservedThisMonth(tx, scope);
  await warnOfLimit(tx, scope, { plan, before, messages });
}

/**
 * Approves a plan that needs a second person; resumes it if it was paused for that. Idempotent. Throws
 * PLAN_NEEDS_OTHER_PERSON for its author, its last editor and the person who changed its e-mail template since,
 * PLAN_STATE_CONFLICT for a draft or a finished plan, and the reasons that keep a plan from starting.
 */
export function approvePlan(db: Database, actor: Actor, planId: RecordId): Promise<void> {
  requirePermission(actor, "bulk:plan:add");
  return withPlan(db, actor, planId, async (tx, scope, plan) => {
    if (plan.state !== "pending" && plan.state !== "running") throw new AppError("PLAN_STATE_CONFLICT");
    if (plan.approved_at) return;
    if (!isOtherPerson(actor, plan) || (await wroteItsMails(tx, scope, { actor, plan })))
      throw new AppError("PLAN_NEEDS_OTHER_PERSON");
    const waits = plan.pause_reason === "approvalNeeded";
    if (waits) await requirePlanMeans(tx, scope, plan);
    const resumed = waits ? { paused_at: null, paused_by: null, pause_reason: null } : {};
    const approved = { approved_at: new Date(), approved_by: actor.accountId };
    const seen = await seenOf(tx, scope, plan);
    await change(tx, actor, plan, { action: "confirmed", values: { ...approved, ...seen, ...resumed } });
  });
}

/** The size and content that an approval of a plan covers now. */
async function seenOf(tx: Tx, scope: Scope, plan: Plan) {
  if (plan.state === "running") return { approved_total: plan.total, approved_text: null };
  const { category, text } = await startedContent(tx, scope, plan);
  const { count } = await countCandidates(tx, await candidatesOf(tx, scope, { audience: plan, category }));
  return { approved_total: count, approved_text: text };
}

/**
 * Resumes a paused plan. Throws PLAN_MONTHLY_LIMIT while the month's limit leaves no room for it, CHAT_QUOTA_EXCEEDED
 * and PLAN_BALANCE_LOW while the account cannot pay for it, PLAN_NEEDS_OTHER_PERSON before a second person approved it.
 */
export function resumePlan(db: Database, actor: Actor, planId: RecordId): Promise<void> {
  requirePermission(actor, "bulk:plan:cancel");
  return withPlan(db, actor, planId, async (tx, scope, plan) => {
    if (plan.state !== "running") throw new AppError("PLAN_STATE_CONFLICT");
    if (!plan.paused_at) return;
    const { approvalAbove } = await settingOf(tx, scope);
    if (needsApproval(plan, approvalAbove)) throw new AppError("PLAN_NEEDS_OTHER_PERSON");
    await requirePlanMeans(tx, scope, plan);
    await change(tx, actor, plan, {
      action: "resumed",
      values: { paused_at: null, paused_by: null, pause_reason: null },
    });
  });
}

/** Removes a draft or a finished plan. Throws PLAN_STATE_CONFLICT for any other. */
export function removePlan(db: Database, actor: Actor, planId: RecordId): Promise<void> {
  requirePermission(actor, "bulk:plan:cancel");
  return withPlan(db, actor, planId, async (tx, _scope, plan) => {
    if (plan.state !== "draft" && !hasEnded(plan.state)) throw new AppError("PLAN_STATE_CONFLICT");
    await change(tx, actor, plan, { action: "deleted", values: { deleted_at: new Date() } });
  });
}

/**
 * Makes a plan from a finished one, to all its recipients or to those whose message failed; it starts at once. The same
 * `newID` again returns the first. Throws PLAN_STATE_CONFLICT for an unfinished one, PLAN_RESEND_RUNNING while it is being sent
 * again, PLAN_NONE_FAILED if all were reached, CHAT_TEMPLATE_NOT_CONFIGURED if its template can no longer be sent.
 */
export function resendPlan(
  db: Database,
  actor: Actor,
  {
    planId,
    part,
    newId = RecordId.parse(v7()),
  }: { planId: RecordId; part: "all" | "failed"; newId?: RecordId | undefined },
): Promise<{ recordID: RecordId }> {
  requireAccess(actor, broadcastPlans.resend);
  return refusingTakenId(takenId("newID"), () =>
    withPlan(db, actor, planId, async (tx, scope, plan) => {
      const made = await findRow(tx, scope, "broadcast_plan", { plan_id: newId });
      if (made?.source_id === planId) return { recordID: newId };
      if (made) throw takenId("newID");
      if (plan.state !== "completed" && plan.state !== "failed") throw new AppError("PLAN_STATE_CONFLICT");
      if (part === "failed" && plan.state === "completed" && plan.failed === 0) throw new AppError("PLAN_NONE_FAILED");
      await refuseSecondResend(tx, scope, planId);
      if (part === "failed" && hadRecipients(plan) && !(await isAnyoneFailed(tx, scope, planId)))
        throw new AppError("PLAN_NONE_FAILED");
      await startedContent(tx, scope, plan);
      await tx.insertInto("broadcast_plan").values(copyOf(plan, { actor, newId, part })).execute();
      await recordChange(tx, actor, { module: "broadcast", action: "resent", subject: subjectOf(plan) });
      return { recordID: newId };
    }),
  );
}

/** One plan of a family is sent at a time: otherwise two would reach the same people. */
async function refuseSecondResend(tx: Tx, scope: Scope, planId: RecordId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} broadcast resend`}, 7025))`.execute(
    tx,
  );
  const family = await planFamily(tx, scope, planId);
  if (family.some(({ state }) => state === "pending" || state === "running")) throw new AppError("PLAN_RESEND_RUNNING");
}

/** If a plan never had recipients, the new plan uses its original choice. */
function hadRecipients(plan: Plan): boolean {
  return plan.started_at !== null && plan.total + plan.excluded > 0;
}

function copyOf(plan: Plan, { actor, newId, part }: { actor: Actor; newId: RecordId; part: "all" | "failed" }) {
  return {
    organization_id: plan.organization_id,
    plan_id: newId,
    name: plan.name,
    channel_id: plan.channel_id,
    branch_id: plan.branch_id,
    template_id: plan.template_id,
    variables: JSON.stringify(plan.variables),
    list_ids: plan.list_ids,
    filter: plan.filter ? JSON.stringify(plan.filter) : null,
    numbers: plan.numbers,
    kind: plan.kind,
    is_test: plan.is_test,
    email_template_id: plan.email_template_id,
    email_content: null,
    per_minute: plan.per_minute,
    spread_hours: plan.spread_hours,
    spread_seconds: null,
    most_unanswered: plan.most_unanswered,
    ...notApproved,
    reach_branch_id: plan.reach_branch_id,
    reach_owner_id: plan.reach_owner_id,
    source_id: plan.plan_id,
    source_part: hadRecipients(plan) ? part : null,
    state: "pending" as const,
    schedule_at: new Date(),
    paused_by: null,
    pause_reason: null,
    problem: null,
    created_by: actor.accountId,
    updated_by: actor.accountId,
  };
}

function withPlan<Result>(
  db: Database,
  actor: Actor,
  planId: RecordId,
  work: (tx: Tx, scope: Scope, plan: Plan) => Promise<Result>,
): Promise<Result> {
  const scope = scopeOf(actor, "bulk:plan:query");
  return inTransaction(db, scope, async (tx) => work(tx, scope, await lockPlan(tx, scope, planId)));
}

async function change(
  tx: Tx,
  actor: Actor,
  plan: Plan,
  {
    action,
    values,
  }: { action: "cancelled" | "paused" | "resumed" | "deleted" | "confirmed"; values: Updateable<BroadcastPlanTable> },
): Promise<void> {
  // Approving does not change the plan: the last editor stays the same.
  const updated = action === "confirmed" ? {} : { updated_by: actor.accountId, updated_at: new Date() };
  await tx
    .updateTable("broadcast_plan")
    .set({ ...values, ...updated, version: plan.version + 1 })
    .where("organization_id", "=", plan.organization_id)
    .where("plan_id", "=", plan.plan_id)
    .execute();
  await recordChange(tx, actor, { module: "broadcast", action, subject: subjectOf(plan) });
}

function subjectOf(plan: Plan) {
  return { type: "broadcastPlan", id: plan.plan_id, name: plan.name };
}
