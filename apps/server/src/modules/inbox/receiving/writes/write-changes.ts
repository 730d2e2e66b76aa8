import { type RawBuilder, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emitAll } from "#platform/outbox/events";
import { publishMessageChanges } from "../../conversations/writes/change-conversation.ts";
import { messageChanged } from "../../events.ts";
import type { Changes } from "./apply-events.ts";

/** Writes the changes of a batch, one statement per table and kind of change. */
export async function writeChanges(tx: Tx, scope: Scope, changes: Changes): Promise<void> {
  await writeContacts(tx, scope, changes);
  await writeInbound(tx, scope, changes);
  await writeStatusChanges(tx, scope, changes);
  await writeBroadcast(tx, scope, changes);
  await writeArrived(tx, changes);
  await writeMessageStatuses(tx, scope, changes);
  await emitAll(tx, messageChanged, changes.events);
  await publishMessageChanges(tx, [...changes.broadcast.values()]);
}

async function writeContacts(tx: Tx, { organizationId }: Scope, { contacts }: Changes): Promise<void> {
  if (contacts.size === 0) return;
  await sql`
    update channel_contact contact set last_inbound_at = changed.last_inbound_at, window_ends_at = changed.window_ends_at,
      ad_window_ends_at = changed.ad_window_ends_at, blocked_at = changed.blocked_at,
      marketing_stopped_at = changed.marketing_stopped_at, marketing_said_at = changed.marketing_said_at,
      marketing_words = changed.marketing_words,
      reply_token = changed.reply_token, reply_token_at = changed.reply_token_at
    from json_populate_recordset(null::channel_contact, ${asJson(contacts.values())}) changed
    where contact.organization_id = ${organizationId} and contact.contact_id = changed.contact_id`.execute(tx);
}

async function writeInbound(tx: Tx, { organizationId }: Scope, { heard }: Changes): Promise<void> {
  if (heard.size === 0) return;
  await sql`
    update conversation talk set branch_id = changed.branch_id, sales_id = changed.sales_id, tutor_id = changed.tutor_id,
      contact_id = changed.contact_id, hidden_at = null, last_position = changed.last_position,
      last_message_id = changed.last_message_id, last_message_at = changed.last_message_at,
      last_direction = changed.last_direction, last_inbound_at = changed.last_inbound_at,
      unread_count = changed.unread_count, customer_unread = changed.customer_unread,
      window_ends_at = changed.window_ends_at, waiting_since = changed.waiting_since, version = changed.version,
      changed_xid = pg_current_xact_id()
    from json_populate_recordset(null::conversation, ${asJson(heard.values())}) changed
    where talk.organization_id = ${organizationId} and talk.conversation_id = changed.conversation_id`.execute(tx);
}

async function writeStatusChanges(tx: Tx, { organizationId }: Scope, { told, heard }: Changes): Promise<void> {
  const only = [...told.values()].filter((one) => !heard.has(one.conversation_id));
  if (only.length === 0) return;
  await sql`
    update conversation talk set customer_unread = changed.customer_unread, version = changed.version,
      changed_xid = pg_current_xact_id()
    from json_populate_recordset(null::conversation, ${asJson(only)}) changed
    where talk.organization_id = ${organizationId} and talk.conversation_id = changed.conversation_id`.execute(tx);
}

async function writeBroadcast(tx: Tx, { organizationId }: Scope, { broadcast, told, heard }: Changes): Promise<void> {
  const only = [...broadcast.values()].filter(
    (one) => !heard.has(one.conversation_id) && !told.has(one.conversation_id),
  );
  if (only.length === 0) return;
  await sql`
    update conversation talk set version = changed.version
    from unnest(${sql.val(only.map((one) => one.conversation_id))}::uuid[], ${sql.val(only.map((one) => one.version))}::int[])
      as changed(conversation_id, version)
    where talk.organization_id = ${organizationId} and talk.conversation_id = changed.conversation_id`.execute(tx);
}

/** Each row gets its own arrival time, as if the messages had been processed one by one. */
async function writeArrived(tx: Tx, { arrived }: Changes): Promise<void> {
  const [first] = arrived;
  if (!first) return;
  const given = Object.keys(first).filter((name) => name !== "details" && name !== "referral");
  const columns = sql.join(given.map((name) => sql.ref(name)));
  await sql`
    insert into message (${columns}, details, referral, created_at)
    select ${columns}, (details #>> '{}')::jsonb, (referral #>> '{}')::jsonb, clock_timestamp()
    from json_populate_recordset(null::message, ${asJson(arrived)})`.execute(tx);
}

async function writeMessageStatuses(tx: Tx, { organizationId }: Scope, { messageStatuses }: Changes): Promise<void> {
  if (messageStatuses.size === 0) return;
  await sql`
    update message set state = told.state, provider_message_id = told.provider_message_id,
      pricing = coalesce((told.pricing #>> '{}')::jsonb, message.pricing), version = told.version,
      sending_since = null, next_attempt_at = null, error_class = null, error_code = null, error_reason = null,
      error_detail = null
    from json_populate_recordset(null::message, ${asJson(messageStatuses.values())}) told
    where message.organization_id = ${organizationId} and message.message_id = told.message_id`.execute(tx);
}

function asJson(rows: Iterable<object>): RawBuilder<unknown> {
  return sql`${JSON.stringify([...rows])}::json`;
}
