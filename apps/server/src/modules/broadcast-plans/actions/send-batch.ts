import type { BroadcastVariable } from "@homeroom/contract/broadcast-plans";
import { MessageId, type RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import { channelById, isChannelOpen, queueBroadcast, type ReadyTemplate } from "#modules/inbox/public";
import { broadcastTemplate } from "#modules/message-templates/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { Plan } from "../queries/plans.ts";
import { quietUntil } from "../queries/quiet-hours.ts";
import { countWaiting, runningPlan, waitsForAnswers } from "../queries/running-plan.ts";
import { linkAddress, linkCode, withLinks } from "../rules/links.ts";
import { endPlan, pauseFor } from "./stop-plan.ts";
import { takePace } from "./take-pace.ts";

/** Messages of a plan that wait for their turn at most: what people write in conversations goes between them. */
const mostWaiting = 160;
/** Recipients that one process works on at a time. */
const atOnce = 4;

/** What sending takes of the platform. */
type Sending = Pick<Platform, "db" | "secrets" | "settings">;

/**
 * Queues the next messages of a running plan, as many as keep its channel busy, or ends it. Pauses it when its channel is
 * stopped or its template cannot be sent; in its organisation's quiet hours it waits. Answers how many people were dealt with.
 */
export async function sendBatch(platform: Sending, scope: Scope, planId: RecordId): Promise<number> {
  const { db } = platform;
  const ready = await inTransaction(db, scope, (tx) => prepare(tx, scope, planId));
  if (!ready) return 0;
  let left = ready.room;
  let done = 0;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const isDone = await inTransaction(db, scope, (tx) =>
        sendNext(tx, scope, { planId, template: ready.template, platform }),
      );
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
  const waiting = await countWaiting(tx, plan, mostWaiting);
  if (waiting.forTurn === 0 && waiting.forProvider === 0) {
    await endPlan(tx, plan);
    return null;
  }
  if (waiting.forTurn === 0) return null;
  const channel = await channelById(tx, scope.organizationId, plan.channel_id);
  if (!channel || !isChannelOpen(channel)) {
    await pauseFor(tx, plan, "channelStopped");
    return null;
  }
  const businessAccountId = channel.settings["businessAccountId"] ?? "";
  const template = await broadcastTemplate(tx, scope, { businessAccountId, templateId: plan.template_id });
  if (!template) {
    await pauseFor(tx, plan, "templateStopped");
    return null;
  }
  if (await waitsForAnswers(tx, plan)) return null;
  const { branch_id: branchId } = plan;
  if (!plan.is_test && (await quietUntil(tx, scope, { branchId, category: template.category, now: new Date() })))
    return null;
  const room = await takePace(tx, plan, mostWaiting - waiting.forProvider);
  return room > 0 ? { room, template } : null;
}

/**
 * One person's message, in one transaction: that they were dealt with and the message that goes to them are committed
 * together or not at all, so nobody is sent it twice, whatever stops this process.
 */
async function sendNext(
  tx: Tx,
  scope: Scope,
  { planId, template, platform }: { planId: RecordId; template: ReadyTemplate; platform: Sending },
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
  const { channel_id: channelId } = plan;
  const variables = trackedVariables(platform, plan, recipient.id);
  const outcome = await queueBroadcast(tx, scope, {
    messageId,
    planId,
    channelId,
    phone: recipient.phone,
    template,
    variables,
  });
  const isQueued = outcome.state === "queued";
  // The plan's row is locked before its figures, as everywhere.
  if (outcome.state === "excluded")
    await sql`
      update broadcast_plan set total = total - 1, excluded = excluded + 1
      where organization_id = ${scope.organizationId} and plan_id = ${planId}`.execute(tx);
  if (outcome.state === "failed")
    await sql`
      update broadcast_plan set failed = failed + 1
      where organization_id = ${scope.organizationId} and plan_id = ${planId}`.execute(tx);
  await sql`
    update broadcast_recipient set state = ${outcome.state}, reason = ${isQueued ? null : outcome.reason},
      message_id = ${isQueued ? messageId : null}, queued_at = ${isQueued ? new Date() : null},
      failed_at = ${outcome.state === "failed" ? new Date() : null}
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and recipient_id = ${recipient.id}`.execute(
    tx,
  );
  return true;
}

/** A plan's variables for one recipient: addresses in them become links that are counted. */
function trackedVariables(
  platform: Sending,
  plan: Plan,
  recipient: number,
): Readonly<Record<string, BroadcastVariable>> {
  const { variables, links, link_number: number } = plan;
  if (links.length === 0) return variables;
  const link = (place: number) => ({ plan: number, recipient, place });
  return Object.fromEntries(
    Object.entries(variables).map(([key, { source, text }]) => {
      // The address of a button ends with what is filled in: the code alone.
      const place = key.startsWith("button.") ? links.indexOf(text) : -1;
      const tracked =
        place >= 0
          ? linkCode(platform.secrets, link(place))
          : withLinks(text, links, (at) => linkAddress(platform, link(at)));
      return [key, { source, text: tracked }];
    }),
  );
}
