import { planLimits } from "@homeroom/contract/broadcast-plans";
import type { RecordId } from "@homeroom/contract/ids";
import { type RawBuilder, sql } from "kysely";
import { type OpenHold, openHolds, settleMessages } from "#modules/billing/public";
import { isDatabaseAway } from "#platform/db/failures";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { isHeldBack, pauseLimited, withdrawQueued } from "./pause-limited.ts";

const atOnce = 2000;

/** States after the provider has accepted the message. */
const taken = sql`('accepted', 'sent', 'delivered', 'read')`;

/**
 * Applies the results of messages to recipients and counters. Their news rows are deleted in the same transaction, so nothing
 * is counted twice. A limit of a number pauses its plans, and refused recipients wait again. One process at a time works on an
 * organisation. Returns whether there is more to apply at once. Results that arrive meanwhile wait for the next round, because
 * a few cost nearly as much as a hundred.
 */
export async function applyNews(db: Database, scope: Scope): Promise<boolean> {
  const { count, paused } = await inTransaction(db, scope, async (tx) => {
    if (!(await isAlone(tx, scope))) return { count: 0, paused: [] };
    return { paused: await pauseLimited(tx, scope, atOnce), count: await countNews(tx, scope) };
  });
  // Withdrawn messages are news as well.
  for (const plan of paused) await withdrawQueued(db, scope, plan);
  return count === atOnce || paused.length > 0;
}

async function countNews(tx: Tx, { organizationId }: Scope): Promise<number> {
  const done = await sql<{ count: number }>`
    with gone as (
      delete from broadcast_news where organization_id = ${organizationId} and news_id <= ${lastOfFirst(organizationId)}
      returning plan_id, message_id, replied_at, at),
    news as (
      select plan_id, message_id, min(replied_at) as replied_at, max(at) as at from gone group by plan_id, message_id),
    before as (
      select recipient.plan_id, recipient.recipient_id, recipient.message_id, recipient.state as was, recipient.replied_at as was_replied,
        case when message.state in ('queued', 'sending') then 'queued'
          when ${isHeldBack} and plan.state = 'running' and plan.ended_at is null and not plan.is_test then 'waiting'
          when message.state = 'cancelled' then 'failed' else message.state end as next,
        case when message.state in ('failed', 'cancelled') then coalesce(message.error_reason, 'unknown') end as reason,
        news.replied_at, news.at
      from news
      join broadcast_recipient recipient on recipient.organization_id = ${organizationId}
        and recipient.message_id = news.message_id
      join broadcast_plan plan on plan.organization_id = ${organizationId} and plan.plan_id = recipient.plan_id
      join broadcast_message message on message.organization_id = ${organizationId} and message.message_id = news.message_id),
    after as (
      update broadcast_recipient recipient set state = before.next,
        reason = case when before.next = 'failed' then before.reason end,
        queued_at = case when before.next <> 'waiting' then recipient.queued_at end,
        replied_at = case when before.next <> 'waiting' then coalesce(recipient.replied_at, before.replied_at) end,
        accepted_at = ${firstTime("accepted_at", taken)},
        delivered_at = ${firstTime("delivered_at", sql`('delivered', 'read')`)},
        read_at = ${firstTime("read_at", sql`('read')`)},
        failed_at = case when before.next = 'failed' then coalesce(recipient.failed_at, before.at) end
      from before
      where recipient.organization_id = ${organizationId} and recipient.plan_id = before.plan_id
        and recipient.recipient_id = before.recipient_id and recipient.message_id = before.message_id
      returning recipient.plan_id, before.was, before.next, before.was_replied, recipient.replied_at),
    changed as (
      select plan_id, ${difference(taken)} as accepted, ${difference(sql`('delivered', 'read')`)} as delivered,
        ${difference(sql`('read')`)} as read, ${difference(sql`('failed')`)} as failed,
        sum((replied_at is not null)::int - (was_replied is not null)::int)::int as replied
      from after group by plan_id),
    counted as (
      update broadcast_plan plan set accepted = plan.accepted + changed.accepted,
        delivered = plan.delivered + changed.delivered, read = plan.read + changed.read,
        failed = plan.failed + changed.failed, replied = plan.replied + changed.replied
      from changed where plan.organization_id = ${organizationId} and plan.plan_id = changed.plan_id)
    select count(*)::int as count from gone`.execute(tx);
  return done.rows[0]?.count ?? 0;
}

/**
 * The position of the batch's last news row, queried once. A list of positions was recomputed for each row: the table is
 * usually empty, and the planner assumes that it is.
 */
function lastOfFirst(organizationId: Scope["organizationId"]): RawBuilder<unknown> {
  return sql`(
    select max(news_id) from (
      select news_id from broadcast_news where organization_id = ${organizationId} order by news_id limit ${atOnce}) as first)`;
}

/** A message without a status for seven days counts as failed. A later status corrects that. */
export function failSilent(db: Database, scope: Scope): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    if (!(await isAlone(tx, scope))) return;
    await sql`
      with silent as (
        select plan_id, recipient_id, state as was from broadcast_recipient
        where organization_id = ${scope.organizationId} and state in ('unsure', 'accepted', 'sent')
          and message_id is not null and queued_at < now() - make_interval(days => ${planLimits.replyDays})
        limit ${atOnce}),
      after as (
        update broadcast_recipient recipient set state = 'failed', reason = 'noAnswer', failed_at = now()
        from silent where recipient.organization_id = ${scope.organizationId}
          and recipient.plan_id = silent.plan_id and recipient.recipient_id = silent.recipient_id
        returning recipient.plan_id, silent.was, recipient.state as next),
      changed as (
        select plan_id, ${difference(taken)} as accepted, count(*)::int as failed from after group by plan_id)
      update broadcast_plan plan set accepted = plan.accepted + changed.accepted, failed = plan.failed + changed.failed
      from changed where plan.organization_id = ${scope.organizationId} and plan.plan_id = changed.plan_id`.execute(tx);
  });
}

async function isAlone(tx: Tx, scope: Scope): Promise<boolean> {
  const found = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${scope.organizationId} broadcast news`}, 7023)) as alone`.execute(
    tx,
  );
  return found.rows[0]?.alone ?? false;
}

function firstTime(column: string, states: RawBuilder<unknown>) {
  const old = sql.ref(`recipient.${column}`);
  return sql`case when before.next in ${states} then coalesce(${old}, before.at) when before.next <> 'waiting' then ${old} end`;
}

/** The change in the number of recipients in one of these states. */
function difference(states: RawBuilder<unknown>) {
  return sql`sum((next in ${states})::int - (was in ${states})::int)::int`;
}

/**
 * Charges for delivered messages, and releases reservations that plans no longer need. A failing plan does not stop the others
 * from being settled.
 */
export async function settlePlans({ db, log }: Pick<Platform, "db" | "log">, stop?: AbortSignal): Promise<void> {
  let last: OpenHold | undefined;
  for (let holds = await openHolds(db); holds.length > 0 && !stop?.aborted; holds = await openHolds(db, last)) {
    for (const { organizationId, subjectId } of holds) {
      if (stop?.aborted) return;
      const scope = organizationScope(organizationId);
      await inTransaction(db, scope, (tx) => settlePlan(tx, scope, subjectId)).catch((error: unknown) => {
        if (isDatabaseAway(error)) throw error;
        log.error({ err: error, organizationId, planId: subjectId }, "A plan could not be charged; trying again");
      });
    }
    last = holds.at(-1);
  }
}

/** A message counts as open until it was delivered or has failed; after seven days of silence it has. */
async function settlePlan(tx: Tx, scope: Scope, planId: RecordId): Promise<void> {
  const plan = await tx
    .selectFrom("broadcast_plan")
    .select(["state", "total", "delivered", "failed"])
    .where("organization_id", "=", scope.organizationId)
    .where("plan_id", "=", planId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  // A test is paid for before it starts, when its cost is not yet known.
  if (!plan || plan.state === "pending") return;
  const open = Math.max(0, plan.total - plan.delivered - plan.failed);
  await settleMessages(tx, scope, { subjectId: planId, spent: plan.delivered, open });
}
