import { planStops } from "@homeroom/contract/failure-reasons";
import type { MessageId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { withdrawBroadcasts } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { lockPlan } from "../queries/plans.ts";
import { pauseFor } from "./stop-plan.ts";

/** A plan paused by a limit of its number. */
export interface LimitedPlan {
  planId: RecordId;
  reason: (typeof planStops)[number];
}

/** Marks a message refused by a limit of its number; its recipient gets another one when the plan is resumed. */
export const isHeldBack = sql`(message.state = 'cancelled' and message.error_reason = any(${sql.val([...planStops])}::text[]))`;

/**
 * Pauses all running plans of the numbers whose limits refused messages, by the first `most` news rows. Returns them. Called
 * before anything else is written: a plan's row is locked before its figures. There is rarely one, so that is checked first, for
 * each message separately: the planner assumes few news rows, and would join recipients and messages before them.
 */
export async function pauseLimited(tx: Tx, scope: Scope, most: number): Promise<readonly LimitedPlan[]> {
  const { organizationId } = scope;
  const found = await sql<LimitedPlan>`
    with news as materialized (
      select message_id from broadcast_news where organization_id = ${organizationId} order by news_id limit ${most}),
    held as materialized (
      select news.message_id, message.error_reason
      from news cross join lateral (
        select error_reason from broadcast_message message
        where message.organization_id = ${organizationId} and message.message_id = news.message_id and ${isHeldBack}
        limit 1) as message),
    refused as (
      select plan.channel_id, max(held.error_reason) as reason
      from held
      join broadcast_recipient recipient on recipient.organization_id = ${organizationId}
        and recipient.message_id = held.message_id and recipient.state <> 'waiting'
      join broadcast_plan plan on plan.organization_id = ${organizationId} and plan.plan_id = recipient.plan_id
      group by plan.channel_id)
    select plan.plan_id as "planId", refused.reason
    from refused join broadcast_plan plan on plan.organization_id = ${organizationId}
      and plan.channel_id = refused.channel_id
    where plan.state = 'running' and plan.ended_at is null and plan.paused_at is null and plan.deleted_at is null
      and not plan.is_test
    order by plan.plan_id`.execute(tx);
  for (const { planId, reason } of found.rows) await pauseFor(tx, await lockPlan(tx, scope, planId), reason);
  return found.rows;
}

const withdrawnAtOnce = 500;

/** Withdraws a paused plan's messages that wait in their conversations. News rows report it, and their recipients wait again. */
export async function withdrawQueued(db: Database, scope: Scope, { planId, reason }: LimitedPlan): Promise<void> {
  const { organizationId } = scope;
  const some = () =>
    inTransaction(db, scope, async (tx) => {
      const { rows } = await sql<{ id: MessageId }>`
        select recipient.message_id as id from broadcast_recipient recipient
        join broadcast_message message on message.organization_id = ${organizationId}
          and message.message_id = recipient.message_id and message.state = 'queued'
        where recipient.organization_id = ${organizationId} and recipient.plan_id = ${planId}
          and recipient.state = 'queued'
        limit ${withdrawnAtOnce}`.execute(tx);
      await withdrawBroadcasts(tx, scope, { messageIds: rows.map(({ id }) => id), reason });
      return rows.length;
    });
  while ((await some()) === withdrawnAtOnce);
}
