import type { ChannelId, ConversationId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import type { ScheduledMessageTable } from "@homeroom/database/composer-tables";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

export type ScheduledMessage = Selectable<ScheduledMessageTable>;

/** A scheduled message with its current conversation. */
export interface ListedScheduledMessage extends ScheduledMessage {
  conversation_id: ConversationId;
  channel_id: ChannelId;
  channel_name: string;
}

/** The scheduled messages of a conversation that the scope sees, next first. */
export async function scheduledOf(
  tx: Tx,
  scope: Scope,
  conversationId: ConversationId,
): Promise<ListedScheduledMessage[]> {
  return select(tx, scope, sql<SqlBool>`conversation.conversation_id = ${conversationId}`);
}

/** A waiting scheduled message in a conversation that the scope sees. */
export async function scheduledById(tx: Tx, scope: Scope, id: RecordId): Promise<ListedScheduledMessage | undefined> {
  return (await select(tx, scope, sql<SqlBool>`scheduled.scheduled_id = ${id}`))[0];
}

async function select(tx: Tx, scope: Scope, which: RawBuilder<SqlBool>): Promise<ListedScheduledMessage[]> {
  const found = await sql<ListedScheduledMessage>`
    select scheduled.*, conversation.conversation_id, channel.channel_id, channel.name as channel_name
    from scheduled_message scheduled
    join channel_contact contact using (organization_id, contact_id)
    join channel using (organization_id, channel_id)
    join conversation on conversation.organization_id = scheduled.organization_id
      and conversation.lead_id = contact.lead_id
    where ${visibleRows(scope, "conversation")} and conversation.hidden_at is null
      and scheduled.state = 'waiting' and ${which}
    order by scheduled.send_at, scheduled.scheduled_id limit 200`.execute(tx);
  return found.rows;
}

/** How many wait for a contact. */
export async function countScheduled(tx: Tx, scope: Scope, contactId: string): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from scheduled_message
    where organization_id = ${scope.organizationId} and contact_id = ${contactId} and state = 'waiting'`.execute(tx);
  return found.rows[0]?.n ?? 0;
}

const atOnce = 500;

/** Overdue messages whose job is missing, for example lost with a process. */
export async function forgottenScheduled(
  db: Database,
): Promise<{ organizationId: OrganizationId; scheduledId: RecordId }[]> {
  const found = await inSystemTransaction(db, (tx) =>
    sql<{ organizationId: OrganizationId; scheduledId: RecordId }>`
      select organization_id as "organizationId", scheduled_id as "scheduledId" from scheduled_message
      where state = 'waiting' and send_at < now() - interval '30 seconds'
      order by send_at limit ${atOnce}`.execute(tx),
  );
  return found.rows;
}
