import type { PauseReason } from "@homeroom/contract/broadcast-plans";
import { MessageId, type RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { channelById, isChannelOpen, queueBroadcast, type ReadyTemplate } from "#modules/inbox/public";
import { broadcastTemplate } from "#modules/message-templates/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import type { Plan } from "../queries/plans.ts";
import { quietUntil } from "../queries/quiet-hours.ts";
import { stopPlan } from "./stop-plan.ts";

/** Messages of a plan that wait for their turn at most: what people write in conversations goes between them. */
const mostWaiting = 160;
/** Recipients that one process works on at a time. */
const atOnce = 4;

/**
 * Queues the next messages of a running plan, as many as keep its channel busy, or ends it. Pauses it when its channel is
 * stopped or its template cannot be sent; in its organisation's quiet hours it waits. Answers how many people were dealt with.
 */
export async function sendBatch(db: Database, scope: Scope, planId: RecordId): Promise<number> {
  const ready = await inTransaction(db, scope, (tx) => prepare(tx, scope, planId));
  if (!ready) return 0;
  let left = ready.room;
  let done = 0;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const isDone = await inTransaction(db, scope, (tx) => sendNext(tx, scope, { planId, template: ready.template }));
      if (!isDone) return;
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return done;
}

async function prepare(
  tx: Tx,
  scope: Scope,
  planId: RecordId,
): Promise<{ room: number; template: ReadyTemplate } | null> {
  const plan = await runningPlan(tx, scope, planId);
  if (!plan?.channel_id || !plan.template_id) return null;
  const waiting = await countWaiting(tx, plan);
  if (waiting.forTurn === 0 && waiting.forProvider === 0) {
    await endPlan(tx, plan);
    return null;
  }
  if (waiting.forTurn === 0) return null;
  const channel = await channelById(tx, scope.organizationId, plan.channel_id);
  if (!channel || !isChannelOpen(channel)) {
    await pause(tx, plan, "channelStopped");
    return null;
  }
  const businessAccountId = channel.settings["businessAccountId"] ?? "";
  const template = await broadcastTemplate(tx, scope, { businessAccountId, templateId: plan.template_id });
  if (!template) {
    await pause(tx, plan, "templateStopped");
    return null;
  }
  const { branch_id: branchId } = plan;
  if (await quietUntil(tx, scope, { branchId, category: template.category, now: new Date() })) return null;
  const room = await takePace(tx, plan, mostWaiting - waiting.forProvider);
  return room > 0 ? { room, template } : null;
}

/**
 * How many of these messages a plan's pace allows now. They count as sent, so that two processes do not use the same
 * part of a minute. After a pause one second's worth is sent at once, not the whole backlog.
 */
async function takePace(tx: Tx, plan: Plan, wanted: number): Promise<number> {
  if (plan.per_minute === null) return wanted;
  const taken = await sql<{ count: number }>`
    with pace as (
      select plan_id, 60.0 / per_minute as seconds,
        greatest(paced_until, clock_timestamp() - make_interval(secs => greatest(1, 60.0 / per_minute))) as since
      from broadcast_plan where organization_id = ${plan.organization_id} and plan_id = ${plan.plan_id} for update),
    taken as (
      select plan_id, since, seconds,
        least(${wanted}::int, greatest(0, floor(extract(epoch from clock_timestamp() - since) / seconds)))::int as count
      from pace)
    update broadcast_plan plan set paced_until = taken.since + make_interval(secs => taken.count * taken.seconds)
    from taken where plan.organization_id = ${plan.organization_id} and plan.plan_id = taken.plan_id
    returning taken.count`.execute(tx);
  return taken.rows[0]?.count ?? 0;
}

/** A plan that sends, kept from being paused or changed until the transaction ends. */
async function runningPlan(tx: Tx, scope: Scope, planId: RecordId): Promise<Plan | undefined> {
  const found = await sql<Plan>`
    select * from broadcast_plan
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and state = 'running'
      and paused_at is null and deleted_at is null
    for key share`.execute(tx);
  return found.rows[0];
}

async function countWaiting(tx: Tx, plan: Plan): Promise<{ forTurn: number; forProvider: number }> {
  const count = (state: "waiting" | "queued", most: number) => sql`
    (select count(*)::int from (select from broadcast_recipient
      where organization_id = ${plan.organization_id} and plan_id = ${plan.plan_id} and state = ${state}
      limit ${most}) as found)`;
  const found = await sql<{ forTurn: number; forProvider: number }>`
    select ${count("waiting", 1)} as "forTurn", ${count("queued", mostWaiting)} as "forProvider"`.execute(tx);
  return found.rows[0] ?? { forTurn: 0, forProvider: 0 };
}

/** Everyone was dealt with. A plan that reached nobody has failed. */
async function endPlan(tx: Tx, plan: Plan): Promise<void> {
  if (plan.failed >= plan.total) return stopPlan(tx, plan, { state: "failed", finished_at: new Date() });
  await sql`
    update broadcast_plan set finished_at = now(), version = version + 1, state = 'completed'
    where organization_id = ${plan.organization_id} and plan_id = ${plan.plan_id} and state = 'running'`.execute(tx);
}

function pause(tx: Tx, plan: Plan, reason: PauseReason): Promise<void> {
  return stopPlan(tx, plan, { paused_at: new Date(), paused_by: null, pause_reason: reason });
}

/**
 * One person's message, in one transaction: that they were dealt with and the message that goes to them are committed
 * together or not at all, so nobody is sent it twice, whatever stops this process.
 */
async function sendNext(
  tx: Tx,
  scope: Scope,
  { planId, template }: { planId: RecordId; template: ReadyTemplate },
): Promise<boolean> {
  const plan = await runningPlan(tx, scope, planId);
  if (!plan?.channel_id) return false;
  const found = await sql<{ id: number; phone: string }>`
    select recipient_id as id, phone from broadcast_recipient
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and state = 'waiting'
    order by recipient_id limit 1 for update skip locked`.execute(tx);
  const [recipient] = found.rows;
  if (!recipient) return false;
  const messageId = MessageId.parse(v7());
  const { variables, channel_id: channelId } = plan;
  const outcome = await queueBroadcast(tx, scope, {
    messageId,
    planId,
    channelId,
    phone: recipient.phone,
    template,
    variables,
  });
  const isQueued = outcome.state === "queued";
  await sql`
    update broadcast_recipient set state = ${outcome.state}, reason = ${isQueued ? null : outcome.reason},
      message_id = ${isQueued ? messageId : null}, queued_at = ${isQueued ? new Date() : null},
      failed_at = ${outcome.state === "failed" ? new Date() : null}
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and recipient_id = ${recipient.id}`.execute(
    tx,
  );
  if (outcome.state === "excluded")
    await sql`
      update broadcast_plan set total = total - 1, excluded = excluded + 1
      where organization_id = ${scope.organizationId} and plan_id = ${planId}`.execute(tx);
  if (outcome.state === "failed")
    await sql`
      update broadcast_plan set failed = failed + 1
      where organization_id = ${scope.organizationId} and plan_id = ${planId}`.execute(tx);
  return true;
}
