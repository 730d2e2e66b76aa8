import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { holdMessages, type ManyMessages } from "#modules/billing/public";
import { channelById } from "#modules/inbox/public";
import { broadcastTemplate } from "#modules/message-templates/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { candidatesOf } from "../queries/candidates.ts";
import { type Plan, reservedThisMonth } from "../queries/plans.ts";
import { settingOf } from "../queries/settings.ts";
import { stopPlan } from "./stop-plan.ts";
import { warnOfLimit } from "./warn-of-limit.ts";

/**
 * Starts a plan whose time has come: its recipients are written in the same transaction in which it begins to run. A plan
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
  if (!plan?.channel_id || !plan.template_id) return;
  const channel = await channelById(tx, scope.organizationId, plan.channel_id);
  const businessAccountId = channel?.settings["businessAccountId"] ?? "";
  const template = await broadcastTemplate(tx, scope, { businessAccountId, templateId: plan.template_id });
  if (!template) throw new AppError("CHAT_TEMPLATE_NOT_CONFIGURED");
  const { total, excluded } = await writeRecipients(tx, scope, plan, template.category);
  if (total === 0) {
    const now = new Date();
    const ended = { state: "failed", started_at: now, finished_at: now } as const;
    return stopPlan(tx, plan, { ...ended, problem: "PLAN_NO_RECIPIENTS", excluded });
  }
  const isOver = await isOverLimit(tx, scope, plan, total);
  await tx
    .updateTable("broadcast_plan")
    .set({
      state: "running",
      total,
      excluded,
      started_at: new Date(),
      version: plan.version + 1,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("plan_id", "=", planId)
    .execute();
  if (isOver) return stopPlan(tx, plan, { paused_at: new Date(), pause_reason: "monthlyLimit" });
  if (!(await canPay(tx, scope, { subjectId: planId, count: total })))
    return stopPlan(tx, plan, { paused_at: new Date(), pause_reason: "balanceLow" });
  await warnOfLimit(tx, scope, plan, total);
}

/** Whether what the messages cost is there; it is kept for them then. */
async function canPay(tx: Tx, scope: Scope, messages: ManyMessages): Promise<boolean> {
  try {
    await holdMessages(tx, scope, messages);
    return true;
  } catch (refusal) {
    if (refusal instanceof AppError) return false;
    throw refusal;
  }
}

/** The plan, held, if it is still to be started now. */
async function takeDuePlan(tx: Tx, scope: Scope, planId: RecordId): Promise<Plan | undefined> {
  const found = await sql<Plan>`
    select * from broadcast_plan
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and state = 'pending'
      and schedule_at <= clock_timestamp() and deleted_at is null
    for update skip locked`.execute(tx);
  return found.rows[0];
}

/** One INSERT … SELECT, however many there are. */
async function writeRecipients(
  tx: Tx,
  scope: Scope,
  plan: Plan,
  category: Parameters<typeof candidatesOf>[2]["category"],
): Promise<{ total: number; excluded: number }> {
  const candidates = await candidatesOf(tx, scope, { audience: plan, category });
  const written = await sql<{ total: number; excluded: number }>`
    with written as (
      insert into broadcast_recipient (organization_id, plan_id, lead_id, phone, state, reason)
      select ${scope.organizationId}::uuid, ${plan.plan_id}::uuid, lead_id, phone, state, reason
      from ${candidates} as candidate
      returning state)
    select count(*) filter (where state = 'waiting')::int as total,
      count(*) filter (where state = 'excluded')::int as excluded from written`.execute(tx);
  return written.rows[0] ?? { total: 0, excluded: 0 };
}

/** Whether the month's limit is too small for this number of messages. */
export async function isOverLimit(tx: Tx, scope: Scope, plan: Plan, messages: number): Promise<boolean> {
  // Plans that start at once are counted one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.organizationId} broadcast limit`}, 7021))`.execute(
    tx,
  );
  const { monthlyLimit } = await settingOf(tx, scope);
  if (monthlyLimit === null) return false;
  return (await reservedThisMonth(tx, scope, plan.plan_id)) + messages > monthlyLimit;
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
