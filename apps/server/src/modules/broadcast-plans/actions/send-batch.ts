import type { BroadcastVariable } from "@homeroom/contract/broadcast-plans";
import { MessageId, type RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import {
  type BroadcastSender,
  type BroadcastTurn,
  type ClaimedBroadcasts,
  channelById,
  claimBroadcasts,
  giveTokensBack,
  isChannelOpen,
  isRestricted,
  queueBroadcast,
  type ReadyTemplate,
  type TurnOutcome,
  takeSendTokens,
} from "#modules/inbox/public";
import { keptBroadcastTemplate } from "#modules/message-templates/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { Plan } from "../queries/plans.ts";
import { quietUntil } from "../queries/quiet-hours.ts";
import { runningPlan, standingOf, waitsForAnswers } from "../queries/running-plan.ts";
import { linkAddress, linkCode, withLinks } from "../rules/links.ts";
import type { PeopleAtWork } from "./pause-for-people.ts";
import { endPlan, pauseFor } from "./stop-plan.ts";
import { takePace } from "./take-pace.ts";

/** Maximum recipients claimed together. */
export const batchSize = 125;
/** Maximum messages of a plan that the provider has not accepted yet: above that no others are tried. */
const mostLate = 160;
/** How many recipients that cannot be batched are handled at a time. */
const aloneAtOnce = 4;

/** The dependencies of sending: the platform, the senders to providers, and the time of people's calls in all processes. */
export interface Sending {
  platform: Pick<Platform, "db" | "log" | "secrets" | "settings">;
  sender: BroadcastSender;
  people: PeopleAtWork;
}

type Channel = NonNullable<Awaited<ReturnType<typeof channelById>>>;

/**
 * `claimed`: messages to hand over at once; `rest` queues those of the `dealt` people who could not be batched, and is
 * called afterwards.
 */
export interface ClaimedBatch {
  claimed: ClaimedBroadcasts;
  dealt: number;
  rest: () => Promise<void>;
}

/** `waitMs`: how long nothing can be sent. Null: nothing to send for now. */
export type NextBatch = ClaimedBatch | { waitMs: number } | null;

/**
 * Handles the next recipients of a running plan, as many as its channel's rate and its pace allow now, or ends it.
 * Their messages are stored as `sending` before this returns; the caller hands them over. Pauses the plan when its
 * channel is stopped or its template cannot be sent. Null: nothing to send for now.
 */
export async function claimBatch({ platform, sender }: Sending, scope: Scope, planId: RecordId): Promise<NextBatch> {
  const { db } = platform;
  const ready = await inTransaction(db, scope, (tx) => prepare(tx, scope, planId));
  if (!ready || "waitMs" in ready) return ready;
  const { channel, template } = ready;
  const room = await inTransaction(db, scope, (tx) => takePace(tx, ready.plan, ready.taken));
  if (room < ready.taken) await inTransaction(db, scope, (tx) => giveTokensBack(tx, channel, ready.taken - room));
  if (room === 0) return null;
  const mediaId = await sender.picture(scope, channel, template);
  const { claimed, turns, dealt } = await inTransaction(db, scope, (tx) =>
    claimTogether(tx, scope, { platform, planId, channel, template, mediaId, room }),
  );
  const alone = turns.filter(({ recipientId }) => !claimed.outcomes.has(recipientId));
  const unused = room - claimed.outgoing.length;
  const rest = async () => {
    if (unused > 0) await inTransaction(db, scope, (tx) => giveTokensBack(tx, channel, unused));
    await queueAlone(platform, scope, { planId, template, turns: alone });
  };
  return { claimed, dealt, rest };
}

type PreparedBatch = { taken: number; plan: Plan; channel: Channel; template: ReadyTemplate };

async function prepare(tx: Tx, scope: Scope, planId: RecordId): Promise<PreparedBatch | { waitMs: number } | null> {
  const plan = await runningPlan(tx, scope, planId);
  if (!plan?.channel_id || !plan.template_id) return null;
  const standing = await standingOf(tx, plan, mostLate);
  if (!standing.hasWaiting && !standing.hasQueued) {
    await endPlan(tx, plan);
    return null;
  }
  if (!standing.hasWaiting || standing.late >= mostLate) return null;
  const channel = await channelById(tx, scope.organizationId, plan.channel_id);
  if (!channel || !isChannelOpen(channel)) {
    await pauseFor(tx, plan, "channelStopped");
    return null;
  }
  const businessAccountId = channel.settings["businessAccountId"] ?? "";
  const template = await keptBroadcastTemplate(tx, scope, { businessAccountId, templateId: plan.template_id });
  if (!template) {
    await pauseFor(tx, plan, "templateStopped");
    return null;
  }
  const now = new Date();
  if (isRestricted(channel, "template", now) || (await waitsForAnswers(tx, plan))) return null;
  const { branch_id: branchId } = plan;
  if (!plan.is_test && (await quietUntil(tx, scope, { branchId, category: template.category, now }))) return null;
  const tokens = await takeSendTokens(tx, channel, batchSize);
  return "waitMs" in tokens ? tokens : { taken: tokens.taken, plan, channel, template };
}

/**
 * A recipient whose lead was deleted, or erased with its number, since the plan started; not a number without a lead. Whether
 * a lead was merged is only checked for the few that no longer exist.
 */
const isGone = sql<boolean>`(held.phone is null or (held.lead_id is not null
  and not broadcast_lead_there(held.organization_id, held.lead_id)
  and broadcast_lead_now(held.organization_id, held.lead_id) is null))`;
const leadGone: TurnOutcome = { state: "excluded", reason: "leadGone" };

interface BatchMessage extends Pick<PreparedBatch, "channel" | "template"> {
  platform: Sending["platform"];
  planId: RecordId;
  mediaId: string | null;
  room: number;
}

/**
 * Claims the next recipients, and writes the messages of those that can be batched. Their turn and the
 * state of their message are committed together, so nobody gets it twice, even if this process is killed.
 */
async function claimTogether(
  tx: Tx,
  scope: Scope,
  { platform, planId, channel, template, mediaId, room }: BatchMessage,
): Promise<{ claimed: ClaimedBroadcasts; turns: readonly BroadcastTurn[]; dealt: number }> {
  const nothing = { outcomes: new Map(), outgoing: [] };
  const plan = await runningPlan(tx, scope, planId);
  if (!plan) return { claimed: nothing, turns: [], dealt: 0 };
  const found = await sql<{ id: number; phone: string; isGone: boolean }>`
    with held as materialized (
      select organization_id, recipient_id, phone, lead_id from broadcast_recipient
      where organization_id = ${scope.organizationId} and plan_id = ${planId} and state = 'waiting'
      order by recipient_id limit ${room} for update skip locked)
    select recipient_id as id, phone, ${isGone} as "isGone" from held`.execute(tx);
  const gone = found.rows.filter((one) => one.isGone);
  await writeOutcomes(tx, scope, planId, new Map(gone.map(({ id }) => [id, leadGone])));
  const there = found.rows.filter((one) => !one.isGone);
  const turns = there.map(({ id, phone }): BroadcastTurn => {
    return { recipientId: id, phone, variables: trackedVariables(platform, plan, id) };
  });
  // Without an uploaded picture the message is queued, and the upload is retried with it.
  const lacksPicture = template.pictureFileId !== null && mediaId === null;
  const dealt = found.rows.length;
  if (lacksPicture || turns.length === 0) return { claimed: nothing, turns, dealt };
  const claimed = await claimBroadcasts(tx, { planId, channel, template, mediaId, turns });
  await writeOutcomes(tx, scope, planId, claimed.outcomes);
  return { claimed, turns, dealt };
}

/** Recipients who are locked or need more steps: one by one, through the inbox's queue. */
async function queueAlone(
  platform: Sending["platform"],
  scope: Scope,
  { planId, template, turns }: { planId: RecordId; template: ReadyTemplate; turns: readonly BroadcastTurn[] },
): Promise<void> {
  const left = [...turns];
  const work = async () => {
    for (let turn = left.shift(); turn; turn = left.shift()) {
      const next = turn;
      await inTransaction(platform.db, scope, (tx) => queueOne(tx, scope, { planId, template, turn: next }));
    }
  };
  await Promise.all(Array.from({ length: aloneAtOnce }, work));
}

async function queueOne(
  tx: Tx,
  scope: Scope,
  { planId, template, turn }: { planId: RecordId; template: ReadyTemplate; turn: BroadcastTurn },
): Promise<void> {
  const plan = await runningPlan(tx, scope, planId);
  if (!plan?.channel_id) return;
  const { recipientId, phone, variables } = turn;
  const held = await sql<{ isGone: boolean }>`
    select ${isGone} as "isGone" from broadcast_recipient held
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and recipient_id = ${recipientId}
      and state = 'waiting' for update skip locked`.execute(tx);
  const [recipient] = held.rows;
  if (!recipient) return;
  if (recipient.isGone) return writeOutcomes(tx, scope, planId, new Map([[recipientId, leadGone]]));
  const messageId = MessageId.parse(v7());
  const { channel_id: channelId } = plan;
  const outcome = await queueBroadcast(tx, scope, { messageId, planId, channelId, phone, template, variables });
  const written = outcome.state === "queued" ? { ...outcome, messageId } : outcome;
  await writeOutcomes(tx, scope, planId, new Map([[recipientId, written]]));
}

/** A plan's variables for one recipient: addresses in them become counted links. */
function trackedVariables(
  platform: Sending["platform"],
  plan: Plan,
  recipient: number,
): Readonly<Record<string, BroadcastVariable>> {
  const { variables, links, link_number: number } = plan;
  if (links.length === 0) return variables;
  const link = (place: number) => ({ plan: number, recipient, place });
  return Object.fromEntries(
    Object.entries(variables).map(([key, { source, text }]) => {
      // The variable is the end of a button's address: only the code.
      const place = key.startsWith("button.") ? links.indexOf(text) : -1;
      const tracked =
        place >= 0
          ? linkCode(platform.secrets, link(place))
          : withLinks(text, links, (at) => linkAddress(platform, link(at)));
      return [key, { source, text: tracked }];
    }),
  );
}

/** Writes the results of the handled recipients, and the plan's figures. Their rows are locked. */
async function writeOutcomes(
  tx: Tx,
  { organizationId }: Scope,
  planId: RecordId,
  outcomes: ReadonlyMap<number, TurnOutcome>,
): Promise<void> {
  if (outcomes.size === 0) return;
  const [ids, all] = [[...outcomes.keys()], [...outcomes.values()]];
  const count = (state: TurnOutcome["state"]) => all.filter((one) => one.state === state).length;
  const [excluded, failed] = [count("excluded"), count("failed")];
  // The plan's row is locked before its figures, as everywhere.
  if (excluded + failed > 0)
    await sql`
      update broadcast_plan set total = total - ${excluded}, excluded = excluded + ${excluded}, failed = failed + ${failed}
      where organization_id = ${organizationId} and plan_id = ${planId}`.execute(tx);
  await sql`
    update broadcast_recipient recipient set state = outcome.state, reason = outcome.reason, message_id = outcome.message_id,
      queued_at = case when outcome.state = 'queued' then clock_timestamp() end,
      failed_at = case when outcome.state = 'failed' then clock_timestamp() end
    from unnest(${sql.val(ids)}::bigint[], ${sql.val(all.map(({ state }) => state))}::text[],
      ${sql.val(all.map((one) => ("reason" in one ? one.reason : null)))}::text[],
      ${sql.val(all.map((one) => ("messageId" in one ? one.messageId : null)))}::uuid[])
      as outcome(recipient_id, state, reason, message_id)
    where recipient.organization_id = ${organizationId} and recipient.plan_id = ${planId}
      and recipient.recipient_id = any(${sql.val(ids)}::bigint[])
      and recipient.recipient_id = outcome.recipient_id`.execute(tx);
}
