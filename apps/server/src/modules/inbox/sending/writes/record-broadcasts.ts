import type { ConversationId, MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import {
  type Conversation,
  type Message,
  publishMessageChanges,
} from "../../conversations/writes/change-conversation.ts";
import { lockProviderIds } from "./lock-provider-id.ts";

/** A message of a plan that the provider has accepted. */
export interface AcceptedBroadcast {
  message: Message;
  providerMessageId: string;
}

/**
 * The same as `recordAccepted` for many messages of plans, one per conversation, with a fixed number of statements. Returns
 * those that it skipped, because earlier events are stored for them, or they moved to another conversation.
 */
export function recordBroadcasts(
  db: Database,
  scope: Scope,
  { channel, accepted }: { channel: InboundChannel; accepted: readonly AcceptedBroadcast[] },
): Promise<AcceptedBroadcast[]> {
  return inTransaction(db, scope, async (tx) => {
    const { channelId } = channel;
    const known = await knownByTheirIds(tx, channel, accepted);
    const open = accepted.filter(({ message }) => !known.has(message.message_id));
    await lockProviderIds(
      tx,
      channelId,
      open.map(({ providerMessageId }) => providerMessageId),
    );
    await lockConversationsOf(tx, scope, open);
    const ids = accepted.map(({ providerMessageId }) => providerMessageId);
    // Read last: once a message has its id, no event can be too early for it.
    const early = await earlyIds(tx, channel, ids);
    const written = open.filter(({ providerMessageId }) => !early.has(providerMessageId));
    const there = await writeAccepted(tx, scope, written);
    const isDone = ({ message: { message_id: id } }: AcceptedBroadcast) => known.has(id) || there.has(id);
    return accepted.filter((one) => early.has(one.providerMessageId) || !isDone(one));
  });
}

/** Messages that got their provider's id from a status: they need no write, and so no lock. */
async function knownByTheirIds(
  tx: Tx,
  { organizationId }: InboundChannel,
  accepted: readonly AcceptedBroadcast[],
): Promise<ReadonlySet<MessageId>> {
  const { rows } = await sql<{ id: MessageId }>`
    select message.message_id as id
    from unnest(${sql.val(accepted.map(({ message }) => message.message_id))}::uuid[],
      ${sql.val(accepted.map(({ providerMessageId }) => providerMessageId))}::text[])
      as named(message_id, provider_message_id)
    join message on message.organization_id = ${organizationId} and message.message_id = named.message_id
      and message.provider_message_id = named.provider_message_id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** In a fixed order, so that batches that share conversations do not deadlock. */
async function lockConversationsOf(
  tx: Tx,
  { organizationId }: Scope,
  accepted: readonly AcceptedBroadcast[],
): Promise<void> {
  if (accepted.length === 0) return;
  const ids = accepted.map(({ message }) => message.conversation_id);
  await sql`
    select from conversation
    where organization_id = ${organizationId} and conversation_id = any(${sql.val(ids)}::uuid[])
    order by conversation_id for no key update`.execute(tx);
}

async function earlyIds(
  tx: Tx,
  { organizationId, channelId }: InboundChannel,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select provider_message_id as id from early_event
    where organization_id = ${organizationId} and channel_id = ${channelId}
      and provider_message_id = any(${sql.val([...ids])}::text[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Writes outcomes unless a status has reported more meanwhile. Returns the messages still in place: those are done, written
 * or not.
 */
async function writeAccepted(
  tx: Tx,
  { organizationId }: Scope,
  accepted: readonly AcceptedBroadcast[],
): Promise<ReadonlySet<MessageId>> {
  if (accepted.length === 0) return new Set();
  const named = sql`unnest(${sql.val(accepted.map(({ message }) => message.message_id))}::uuid[],
    ${sql.val(accepted.map(({ message }) => message.conversation_id))}::uuid[],
    ${sql.val(accepted.map(({ providerMessageId }) => providerMessageId))}::text[])
    as named(message_id, conversation_id, provider_message_id)`;
  const found = await sql<{ id: MessageId; conversationId: ConversationId; isNews: boolean }>`
    select message.message_id as id, message.conversation_id as "conversationId",
      message.state not in ('failed', 'delivered', 'read')
        and message.provider_message_id is distinct from named.provider_message_id as "isNews"
    from ${named} join message on message.organization_id = ${organizationId} and message.message_id = named.message_id
      and message.conversation_id = named.conversation_id`.execute(tx);
  const news = found.rows.filter(({ isNews }) => isNews);
  const moved = await sql<Conversation>`
    update conversation set version = version + 1
    where organization_id = ${organizationId}
      and conversation_id = any(${sql.val(news.map(({ conversationId }) => conversationId))}::uuid[])
    returning *`.execute(tx);
  await sql`
    update message set state = 'accepted', provider_message_id = named.provider_message_id, sending_since = null,
      next_attempt_at = null, error_class = null, error_code = null, error_reason = null, error_detail = null,
      version = conversation.version
    from ${named} join conversation on conversation.organization_id = ${organizationId}
      and conversation.conversation_id = named.conversation_id
    where message.organization_id = ${organizationId} and message.message_id = named.message_id
      and message.message_id = any(${sql.val(news.map(({ id }) => id))}::uuid[])`.execute(tx);
  await publishMessageChanges(tx, moved.rows);
  return new Set(found.rows.map(({ id }) => id));
}
