import type { ExclusionReason } from "@homeroom/contract/broadcast-estimate";
import { ConversationId, type LeadId, MessageId, type RecordId } from "@homeroom/contract/ids";
import type { ChannelTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import { v7 } from "uuid";
import { type LeadHead, leadHeads } from "#modules/leads/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { recogniseNumbers } from "../../contacts/writes/recognise-numbers.ts";
import type { Conversation, Message } from "../../conversations/writes/change-conversation.ts";
import { publishMessageChanges } from "../../conversations/writes/change-conversation.ts";
import type { ReadyTemplate } from "../../inbox.ts";
import { buckets } from "../../rules.ts";
import { type BroadcastVariables, broadcastFacts, fillBroadcast } from "../queries/broadcast-texts.ts";
import { whoIsExcluded } from "../queries/who-is-excluded.ts";
import type { Outgoing } from "./claim-message.ts";

/** A recipient of a plan whose turn it is. */
export interface BroadcastTurn {
  recipientId: number;
  /** E.164 digits without the plus. */
  phone: string;
  /** By the variable's key. */
  variables: BroadcastVariables;
}

export interface BroadcastBatch {
  planId: RecordId;
  /** Open, and not restricted. */
  channel: Selectable<ChannelTable>;
  template: ReadyTemplate;
  /** The provider's id of the template's picture, if it has one. */
  mediaId: string | null;
  turns: readonly BroadcastTurn[];
}

/** `excluded`: the person must no longer receive it. `failed`: it cannot be filled for them. */
export type TurnOutcome =
  | { state: "queued"; messageId: MessageId }
  | { state: "excluded"; reason: ExclusionReason }
  | { state: "failed"; reason: "recipientInvalid" | "templateParameters" };

export interface ClaimedBroadcasts {
  /** By recipient. Recipients without an entry could not be handled in the batch, and nothing was written for them. */
  outcomes: ReadonlyMap<number, TurnOutcome>;
  /** The messages for this process to send, exactly once, after the transaction is committed. */
  outgoing: readonly Outgoing[];
}

/** A person with everything needed for their message. `conversation`: null until their first message opens it. */
interface Ready {
  turn: BroadcastTurn;
  contact: Contact;
  lead: LeadHead;
  conversation: Conversation | null;
}

/**
 * Puts a plan's messages to many people into their conversations, all in the state `sending`, with a fixed number of
 * statements: the caller sends them after its commit. It never waits for locks: people who are locked elsewhere, have messages
 * waiting, or are new and have no lead are left for `queueBroadcast`.
 */
export async function claimBroadcasts(tx: Tx, batch: BroadcastBatch): Promise<ClaimedBroadcasts> {
  const { channel, template } = batch;
  const scope = organizationScope(channel.organization_id);
  const outcomes = new Map<number, TurnOutcome>();
  const ready = await readyPeople(tx, scope, batch, outcomes);
  const excluded = await whoIsExcluded(tx, scope, { people: ready, category: template.category, now: new Date() });
  const facts = await broadcastFacts(
    tx,
    scope,
    batch.turns[0]?.variables ?? {},
    ready.map(({ lead }) => lead),
  );
  const written: { person: Ready; row: Record<string, unknown> }[] = [];
  for (const person of ready) {
    const { turn, contact, lead } = person;
    const reason = excluded.get(contact.contact_id);
    if (reason) {
      outcomes.set(turn.recipientId, { state: "excluded", reason });
      continue;
    }
    const filled = fillBroadcast({ template, variables: turn.variables }, facts(lead));
    if (filled) written.push({ person, row: rowOf(batch, person, filled) });
    else outcomes.set(turn.recipientId, { state: "failed", reason: "templateParameters" });
  }
  const free = await takePairTokens(tx, channel, await withNothingWaiting(tx, scope, written));
  const people = free.map(({ person }) => person);
  const conversations = new Map([
    ...(await moveOn(tx, scope, people)),
    ...(await openConversations(tx, scope, people)),
  ]);
  const moved = free.flatMap(({ person, row }) => {
    const conversation = conversations.get(person.lead.leadId);
    if (!conversation) return [];
    const { conversation_id, last_position: position, version } = conversation;
    return [{ person, row: { ...row, conversation_id, position, version } }];
  });
  const messages = await writeMessages(
    tx,
    moved.map(({ row }) => row),
  );
  await publishMessageChanges(tx, [...conversations.values()]);
  const byContact = new Map(messages.map((message) => [message.contact_id, message]));
  const outgoing = moved.flatMap(({ person: { turn, contact } }) => {
    const message = byContact.get(contact.contact_id);
    if (!message) return [];
    outcomes.set(turn.recipientId, { state: "queued", messageId: message.message_id });
    return [{ message, contact, channel }];
  });
  return { outcomes, outgoing };
}

/** The people of a batch with their leads and conversations, locked; each conversation once. */
async function readyPeople(
  tx: Tx,
  scope: Scope,
  { channel, turns }: BroadcastBatch,
  outcomes: Map<number, TurnOutcome>,
): Promise<Ready[]> {
  const { organization_id: organizationId, channel_id: channelId, branch_id: branchId, kind } = channel;
  const phones = turns.map(({ phone }) => phone);
  const contacts = await recogniseNumbers(tx, { organizationId, channelId, branchId, kind }, phones);
  const leadIds = [...contacts.values()].map(({ lead_id: id }) => id);
  const leads = await leadHeads(tx, scope, leadIds);
  const { conversations, busy } = await lockConversations(tx, scope, leadIds);
  const taken = new Set<LeadId>();
  return turns.flatMap((turn) => {
    const contact = contacts.get(turn.phone);
    const lead = contact && leads.get(contact.lead_id);
    if (contact && (!lead || lead.deletedAt)) {
      outcomes.set(turn.recipientId, { state: "failed", reason: "recipientInvalid" });
      return [];
    }
    if (!contact || !lead || busy.has(lead.leadId) || taken.has(lead.leadId)) return [];
    taken.add(lead.leadId);
    return [{ turn, contact, lead, conversation: conversations.get(lead.leadId) ?? null }];
  });
}

/** The conversations of leads, locked, by lead; `busy` are the leads whose conversation is locked elsewhere. */
async function lockConversations(
  tx: Tx,
  { organizationId }: Scope,
  leadIds: readonly LeadId[],
): Promise<{ conversations: ReadonlyMap<LeadId, Conversation>; busy: ReadonlySet<LeadId> }> {
  const known = await tx
    .selectFrom("conversation")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where(sql<boolean>`lead_id = any(${sql.val([...leadIds])}::uuid[])`)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  const conversations = new Map(known.map((one) => [one.lead_id, one]));
  const missing = leadIds.filter((id) => !conversations.has(id));
  if (missing.length === 0) return { conversations, busy: new Set() };
  const { rows } = await sql<{ id: LeadId }>`
    select lead_id as id from conversation
    where organization_id = ${organizationId} and lead_id = any(${sql.val(missing)}::uuid[])`.execute(tx);
  return { conversations, busy: new Set(rows.map(({ id }) => id)) };
}

type BroadcastMessage = { person: Ready; row: Record<string, unknown> };

/** Waiting messages of a conversation go first: a broadcast queues behind them. */
async function withNothingWaiting(
  tx: Tx,
  { organizationId }: Scope,
  written: readonly BroadcastMessage[],
): Promise<BroadcastMessage[]> {
  const ids = written.flatMap(({ person }) => person.conversation?.conversation_id ?? []);
  if (ids.length === 0) return [...written];
  const { rows } = await sql<{ id: ConversationId }>`
    select distinct conversation_id as id from message
    where organization_id = ${organizationId} and conversation_id = any(${sql.val(ids)}::uuid[])
      and state in ('queued', 'sending')`.execute(tx);
  const waiting = new Set(rows.map(({ id }) => id));
  return written.filter(({ person: { conversation } }) => !conversation || !waiting.has(conversation.conversation_id));
}

/** Takes one token from each person's bucket, by the database's clock; returns the people who had one. */
async function takePairTokens(
  tx: Tx,
  { organization_id: organizationId, kind }: Selectable<ChannelTable>,
  written: readonly BroadcastMessage[],
): Promise<BroadcastMessage[]> {
  const { capacity, perSecond } = buckets[kind].pair;
  const ids = written.map(({ person }) => person.contact.contact_id);
  const filled = sql`least(${capacity}::float8,
    pair_tokens + greatest(0, extract(epoch from clock_timestamp() - pair_tokens_at))::float8 * ${perSecond}::float8)`;
  const { rows } = await sql<{ id: string }>`
    update channel_contact set pair_tokens = ${filled} - 1, pair_tokens_at = clock_timestamp()
    where organization_id = ${organizationId} and contact_id = any(${sql.val(ids)}::uuid[]) and ${filled} >= 1
    returning contact_id as id`.execute(tx);
  const taken = new Set(rows.map(({ id }) => id));
  return written.filter(({ person }) => taken.has(person.contact.contact_id));
}

/**
 * A broadcast is not an answer: a conversation keeps its place in the list, or has none; only a position is taken. Lists need not
 * read it again, so `changed_xid` stays, and no index is updated. Returns the conversations by lead.
 */
async function moveOn(
  tx: Tx,
  { organizationId }: Scope,
  people: readonly Ready[],
): Promise<ReadonlyMap<LeadId, Conversation>> {
  const ids = people.flatMap(({ conversation }) => conversation?.conversation_id ?? []);
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Conversation>`
    update conversation set last_position = last_position + 1, version = version + 1
    where organization_id = ${organizationId} and conversation_id = any(${sql.val(ids)}::uuid[])
    returning *`.execute(tx);
  return new Map(rows.map((one) => [one.lead_id, one]));
}

/**
 * Opens conversations for people who have none, with the position of their message already taken. Returns them by lead;
 * a conversation that was created and locked elsewhere meanwhile is missing.
 */
async function openConversations(
  tx: Tx,
  { organizationId }: Scope,
  people: readonly Ready[],
): Promise<ReadonlyMap<LeadId, Conversation>> {
  const rows = people.flatMap(({ conversation, lead, contact }) => {
    if (conversation) return [];
    const { leadId: lead_id, branchId: branch_id, salesId: sales_id, tutorId: tutor_id } = lead;
    const { contact_id } = contact;
    return [{ conversation_id: ConversationId.parse(v7()), lead_id, branch_id, sales_id, tutor_id, contact_id }];
  });
  if (rows.length === 0) return new Map();
  const given = sql`conversation_id, lead_id, branch_id, sales_id, tutor_id, contact_id`;
  const made = await sql<Conversation>`
    insert into conversation (organization_id, ${given}, last_position)
    select ${organizationId}::uuid, ${given}, 1 from json_populate_recordset(null::conversation, ${JSON.stringify(rows)}::json)
    on conflict (organization_id, lead_id) do nothing
    returning *`.execute(tx);
  return new Map(made.rows.map((one) => [one.lead_id, one]));
}

function rowOf(
  { planId, channel, template, mediaId }: BroadcastBatch,
  { contact }: Ready,
  { text, shown, components }: ReturnType<ReadyTemplate["fill"]>,
): Record<string, unknown> {
  const { templateId, name, language, category, pictureFileId } = template;
  return {
    organization_id: channel.organization_id,
    message_id: MessageId.parse(v7()),
    channel_id: channel.channel_id,
    contact_id: contact.contact_id,
    text,
    details: { template: { templateId, name, language, category, components }, shown },
    file_id: pictureFileId,
    provider_media_id: mediaId,
    broadcast_plan_id: planId,
  };
}

async function writeMessages(tx: Tx, rows: readonly Record<string, unknown>[]): Promise<Message[]> {
  if (rows.length === 0) return [];
  const given = sql`organization_id, message_id, conversation_id, channel_id, contact_id, position, text, details, file_id,
    provider_media_id, broadcast_plan_id, version`;
  const written = await sql<Message>`
    insert into message (${given}, direction, kind, author, state, attempts, sending_since, sent_at)
    select ${given}, 'out', 'template', 'automatic', 'sending', 1, now(), now()
    from json_populate_recordset(null::message, ${JSON.stringify(rows)}::json)
    returning *`.execute(tx);
  return written.rows;
}
