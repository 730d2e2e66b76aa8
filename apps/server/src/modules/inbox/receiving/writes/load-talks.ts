import type { ChannelId, ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { type LockedLeads, lockTalkingLeads } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Contact } from "../../contacts/queries/contacts.ts";
import type { Conversation, Message } from "../../conversations/writes/change-conversation.ts";
import type { InboundStatus } from "../../port.ts";
import { messageKey, tryLockMessages } from "../../sending/writes/lock-provider-id.ts";
import { lockContacts } from "./lock-contacts.ts";
import type { PlainDelivery } from "./plain-events.ts";

/** The stored fields that a status is compared with. */
export type KnownMessage = Pick<
  Message,
  | "message_id"
  | "conversation_id"
  | "channel_id"
  | "provider_message_id"
  | "direction"
  | "state"
  | "position"
  | "broadcast_plan_id"
>;

/**
 * The rows that a batch of events refers to, locked until the transaction ends. Rows locked by
 * another transaction are skipped as if they did not exist: a batch never waits for a lock.
 */
export interface LoadedConversations {
  /** Keys of the provider's message ids that this transaction has locked. */
  readonly held: ReadonlySet<string>;
  readonly contactOf: (channelId: ChannelId, person: { userId?: string; phone?: string }) => Contact | null;
  readonly leads: LockedLeads;
  readonly conversations: ReadonlyMap<ConversationId, Conversation>;
  readonly conversationOfLead: ReadonlyMap<LeadId, Conversation>;
  /** By their keys; includes messages that a status names by our own id. */
  readonly messages: Map<string, KnownMessage>;
  readonly ourMessages: ReadonlyMap<string, KnownMessage>;
  /** Keys of messages whose events arrived before them. */
  readonly earlyVersions: ReadonlySet<string>;
  /** Position of the newest message that is neither internal nor revoked. */
  readonly newest: Map<ConversationId, number>;
}

export async function loadTalks(
  tx: Tx,
  scope: Scope,
  deliveries: readonly PlainDelivery[],
): Promise<LoadedConversations> {
  const named = deliveries.flatMap(namedMessages);
  const keyOf = (one: NamedMessage) => messageKey(one.channelId, one.id);
  const held = await tryLockMessages(tx, named.filter(({ quoted }) => !quoted).map(keyOf));
  const { contacts, contactOf } = await lockContacts(tx, scope, deliveries);
  const leadIds = [...new Set(contacts.map((contact) => contact.lead_id))];
  const leads = await lockTalkingLeads(tx, scope, leadIds);
  const statuses = deliveries.flatMap(({ delivery, event }) => (event.type === "status" ? [{ delivery, event }] : []));
  const ourIds = statuses.flatMap(({ event }) => event.ourId ?? []);
  const told = await conversationsOfStatuses(tx, scope, statuses, ourIds);
  const conversations = await lockConversations(tx, scope, { leadIds, told });
  // Read after locking the conversations: before that, a merge could still move these messages.
  const messages = await knownMessages(tx, scope, named, ourIds);
  return {
    held,
    contactOf,
    leads,
    conversations: new Map(conversations.map((one) => [one.conversation_id, one])),
    conversationOfLead: new Map(conversations.map((one) => [one.lead_id, one])),
    messages: new Map(messages.map((one) => [messageKey(one.channel_id, one.provider_message_id ?? ""), one] as const)),
    ourMessages: new Map(messages.map((one) => [one.message_id, one] as const)),
    earlyVersions: await earlyKeys(tx, scope, deliveries),
    newest: await newestPositions(tx, scope, told),
  };
}

interface NamedMessage {
  channelId: ChannelId;
  id: string;
  quoted: boolean;
}

function namedMessages({ delivery: { channelId }, event }: PlainDelivery): NamedMessage[] {
  const own = { channelId, id: event.providerMessageId, quoted: false };
  if (event.type === "status" || !event.quotedId) return [own];
  return [own, { channelId, id: event.quotedId, quoted: true }];
}

function pairs(named: readonly Pick<NamedMessage, "channelId" | "id">[]) {
  return sql`unnest(${sql.val(named.map(({ channelId }) => channelId))}::uuid[],
    ${sql.val(named.map(({ id }) => id))}::text[]) as named(channel_id, provider_message_id)`;
}

async function conversationsOfStatuses(
  tx: Tx,
  { organizationId }: Scope,
  statuses: readonly { delivery: { channelId: ChannelId }; event: InboundStatus }[],
  ourIds: readonly string[],
): Promise<ConversationId[]> {
  if (statuses.length === 0) return [];
  const named = statuses.map(({ delivery, event }) => ({ channelId: delivery.channelId, id: event.providerMessageId }));
  const { rows } = await sql<{ id: ConversationId }>`
    select conversation_id as id from ${pairs(named)} join message using (channel_id, provider_message_id)
    where organization_id = ${organizationId}
    union select conversation_id from message
    where organization_id = ${organizationId} and message_id = any(${uuids(ourIds)}::uuid[])`.execute(tx);
  return rows.map(({ id }) => id);
}

function lockConversations(
  tx: Tx,
  { organizationId }: Scope,
  of: { leadIds: readonly LeadId[]; told: readonly ConversationId[] },
): Promise<Conversation[]> {
  return tx
    .selectFrom("conversation")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where(
      sql<boolean>`(lead_id = any(${sql.val([...of.leadIds])}::uuid[]) or conversation_id = any(${sql.val([...of.told])}::uuid[]))`,
    )
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
}

async function knownMessages(
  tx: Tx,
  { organizationId }: Scope,
  named: readonly NamedMessage[],
  ourIds: readonly string[],
): Promise<KnownMessage[]> {
  const columns = sql`message_id, conversation_id, channel_id, provider_message_id, direction, state, position,
    broadcast_plan_id`;
  const { rows } = await sql<KnownMessage>`
    select ${columns} from ${pairs(named)} join message using (channel_id, provider_message_id)
    where organization_id = ${organizationId}
    union select ${columns} from message
    where organization_id = ${organizationId} and message_id = any(${uuids(ourIds)}::uuid[])`.execute(tx);
  return rows;
}

async function earlyKeys(
  tx: Tx,
  { organizationId }: Scope,
  deliveries: readonly PlainDelivery[],
): Promise<ReadonlySet<string>> {
  const messages = deliveries.filter(({ event }) => event.type === "message");
  if (messages.length === 0) return new Set();
  const named = messages.map(({ delivery, event }) => ({ channelId: delivery.channelId, id: event.providerMessageId }));
  const { rows } = await sql<{ channelId: ChannelId; id: string }>`
    select channel_id as "channelId", provider_message_id as id
    from ${pairs(named)} join early_event using (channel_id, provider_message_id)
    where organization_id = ${organizationId}`.execute(tx);
  return new Set(rows.map(({ channelId, id }) => messageKey(channelId, id)));
}

async function newestPositions(
  tx: Tx,
  { organizationId }: Scope,
  conversationIds: readonly ConversationId[],
): Promise<Map<ConversationId, number>> {
  if (conversationIds.length === 0) return new Map();
  const { rows } = await sql<{ id: ConversationId; position: number }>`
    select wanted.id, newest.position from unnest(${sql.val([...conversationIds])}::uuid[]) as wanted(id)
    cross join lateral (
      select position from message
      where organization_id = ${organizationId} and conversation_id = wanted.id
        and kind not in ('note', 'system') and state <> 'cancelled'
      order by position desc limit 1
    ) newest`.execute(tx);
  return new Map(rows.map(({ id, position }) => [id, position]));
}

/** Only valid UUIDs: a provider echoes any value, including ids that other systems set. */
function uuids(texts: readonly string[]) {
  return sql.val(texts.filter((text): text is MessageId => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)));
}
