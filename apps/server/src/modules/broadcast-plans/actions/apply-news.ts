import { planLimits } from "@homeroom/contract/broadcast-plans";
import { type RawBuilder, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";

const atOnce = 2000;

/** States in which the provider has taken the message. */
const taken = sql`('accepted', 'sent', 'delivered', 'read')`;

/**
 * Applies the results of messages to recipients and counters. The news is deleted in the same transaction, so nothing
 * is counted twice. One process at a time works on an organisation. Returns how much news there was.
 */
export function applyNews(db: Database, scope: Scope): Promise<number> {
  return inTransaction(db, scope, async (tx) => {
    if (!(await isAlone(tx, scope))) return 0;
    const { organizationId } = scope;
    const done = await sql<{ count: number }>`
      with gone as (
        delete from broadcast_news where organization_id = ${organizationId} and news_id in (
          select news_id from broadcast_news where organization_id = ${organizationId} order by news_id limit ${atOnce})
        returning plan_id, message_id, replied_at, at),
      news as (
        select plan_id, message_id, min(replied_at) as replied_at, max(at) as at from gone group by plan_id, message_id),
      before as (
        select recipient.plan_id, recipient.recipient_id, recipient.state as was, recipient.replied_at as was_replied,
          case when message.state in ('queued', 'sending') then 'queued' when message.state = 'cancelled' then 'failed'
            else message.state end as next,
          case when message.state in ('failed', 'cancelled') then coalesce(message.error_reason, 'unknown') end as reason,
          news.replied_at, news.at
        from news
        join broadcast_recipient recipient on recipient.organization_id = ${organizationId}
          and recipient.message_id = news.message_id
        join broadcast_message message on message.organization_id = ${organizationId} and message.message_id = news.message_id),
      after as (
        update broadcast_recipient recipient set state = before.next, reason = before.reason,
          replied_at = coalesce(recipient.replied_at, before.replied_at),
          accepted_at = ${firstTime("accepted_at", taken)},
          delivered_at = ${firstTime("delivered_at", sql`('delivered', 'read')`)},
          read_at = ${firstTime("read_at", sql`('read')`)},
          failed_at = case when before.next = 'failed' then coalesce(recipient.failed_at, before.at) end
        from before
        where recipient.organization_id = ${organizationId} and recipient.plan_id = before.plan_id
          and recipient.recipient_id = before.recipient_id
        returning recipient.plan_id, before.was, before.next, before.was_replied, recipient.replied_at),
      changed as (
        select plan_id, ${difference(taken)} as accepted, ${difference(sql`('delivered', 'read')`)} as delivered,
          ${difference(sql`('read')`)} as read, ${difference(sql`('failed')`)} as failed,
          sum((was_replied is null and replied_at is not null)::int)::int as replied
        from after group by plan_id),
      counted as (
        update broadcast_plan plan set accepted = plan.accepted + changed.accepted,
          delivered = plan.delivered + changed.delivered, read = plan.read + changed.read,
          failed = plan.failed + changed.failed, replied = plan.replied + changed.replied
        from changed where plan.organization_id = ${organizationId} and plan.plan_id = changed.plan_id)
      select count(*)::int as count from gone`.execute(tx);
    return done.rows[0]?.count ?? 0;
  });
}

/** A message without a status for seven days counts as failed. A later status corrects that. */
export function failSilent(db: Database, scope: Scope): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    if (!(await isAlone(tx, scope))) return;
    await sql`
      with silent as (
        select plan_id, recipient_id, state as was from broadcast_recipient
        where organization_id = ${scope.organizationId} and state in ('unsure', 'accepted', 'sent')
          and queued_at < now() - make_interval(days => ${planLimits.replyDays})
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
  return sql`case when before.next in ${states} then coalesce(${old}, before.at) else ${old} end`;
}

/** How many more, or fewer, are in one of these states than before. */
function difference(states: RawBuilder<unknown>) {
  return sql`sum((next in ${states})::int - (was in ${states})::int)::int`;
}
