import type { AccountId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { type ConversationNews, conversationNews } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { publishArrival, publishRead } from "./publish-arrival.ts";

const kind = "message.received";

/**
 * Notifies the owners of an organisation's conversations of new customer messages since the last run: one row per
 * conversation until it is read, for any number of messages. Messages read in the inbox count as read here too.
 */
export function collectMessageNews(db: Database, scope: Scope): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const since = await lockProgress(tx, scope);
    const { conversations, until } = await conversationNews(tx, scope, since);
    await notifyHolders(tx, scope, conversations);
    await withdrawNotifications(tx, scope, conversations);
    await sql`
      update notification_progress set conversations_until = ${until}::xid8
      where organization_id = ${scope.organizationId}`.execute(tx);
  });
}

/** The row is locked during a run: two simultaneous runs would process the same messages. */
async function lockProgress(tx: Tx, scope: Scope): Promise<string | null> {
  await sql`
    insert into notification_progress (organization_id) values (${scope.organizationId})
    on conflict do nothing`.execute(tx);
  const found = await sql<{ until: string | null }>`
    select conversations_until::text as until from notification_progress
    where organization_id = ${scope.organizationId} for update`.execute(tx);
  return found.rows[0]?.until ?? null;
}

async function notifyHolders(tx: Tx, scope: Scope, conversations: readonly ConversationNews[]): Promise<void> {
  const unread = conversations.filter((one) => one.unreadCount > 0 && (one.salesId ?? one.tutorId));
  if (unread.length === 0) return;
  const news = unread.map((one) => ({
    subject: one.conversationId,
    lead: one.leadId,
    holder: one.salesId ?? one.tutorId,
    position: one.lastPosition,
    unread: one.unreadCount,
    at: one.lastInboundAt?.toISOString() ?? new Date().toISOString(),
  }));
  const written = await sql<{ notificationId: RecordId; accountId: AccountId; isNew: boolean }>`
    insert into notification
      (organization_id, notification_id, account_id, kind, subject_id, subject_version, lead_id, count, happened_at)
    select ${scope.organizationId}, gen_random_uuid(), n.holder, ${kind}, n.subject, n.position, n.lead, n.unread, n.at
    from jsonb_to_recordset(${JSON.stringify(news)}::jsonb)
      as n(subject uuid, lead uuid, holder uuid, position bigint, unread integer, at timestamptz)
    left join notification_setting s on s.organization_id = ${scope.organizationId} and s.account_id = n.holder
    where coalesce((s.choices -> ${kind}::text ->> 'app')::boolean, true) and not exists (
      select from notification told
      where told.organization_id = ${scope.organizationId} and told.account_id = n.holder and told.kind = ${kind}
        and told.subject_id = n.subject and told.subject_version >= n.position)
    on conflict (organization_id, account_id, kind, subject_id) where read_at is null do update
      set subject_version = excluded.subject_version, count = excluded.count, happened_at = excluded.happened_at
    returning notification_id as "notificationId", account_id as "accountId", xmax = 0 as "isNew"`.execute(tx);
  await publishArrival(
    tx,
    scope,
    kind,
    written.rows.filter((row) => row.isNew),
  );
}

/** Removes notifications of messages read in the inbox or now owned by another person. */
async function withdrawNotifications(tx: Tx, scope: Scope, conversations: readonly ConversationNews[]): Promise<void> {
  if (conversations.length === 0) return;
  const state = conversations.map((one) => ({
    subject: one.conversationId,
    holder: one.salesId ?? one.tutorId,
    unread: one.unreadCount,
  }));
  const read = await sql<{ account_id: AccountId }>`
    update notification set read_at = now()
    from jsonb_to_recordset(${JSON.stringify(state)}::jsonb) as n(subject uuid, holder uuid, unread integer)
    where organization_id = ${scope.organizationId} and kind = ${kind} and subject_id = n.subject and read_at is null
      and (n.unread = 0 or account_id is distinct from n.holder)
    returning account_id`.execute(tx);
  await publishRead(
    tx,
    scope,
    read.rows.map((row) => row.account_id),
  );
}
