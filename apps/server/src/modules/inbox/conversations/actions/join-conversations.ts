import type { ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import type { StoredAssistantNote } from "@homeroom/database/inbox-tables";
import { sql } from "kysely";
import type { LeadConversations } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { type Audience, messageQueued } from "../../events.ts";
import { earlier, later } from "../../rules.ts";
import { stateOf } from "../queries/conversation-filters.ts";
import { openState } from "../writes/add-conversation-event.ts";
import {
  audienceOf,
  type Conversation,
  changeConversation,
  lockConversation,
  publishConversationChange,
  publishMessageChange,
} from "../writes/change-conversation.ts";
import { type ConversationHolders, holdersOf } from "./part-conversations.ts";

type Join = Parameters<LeadConversations["join"]>[2];

/** Locks the contacts of leads, in the order of their ids. Contacts are locked before leads. */
export async function lockContacts(tx: Tx, scope: Scope, leadIds: readonly LeadId[]): Promise<void> {
  await sql`
    select from channel_contact
    where organization_id = ${scope.organizationId} and lead_id = any(${sql.val([...leadIds])}::uuid[])
    order by contact_id for update`.execute(tx);
}

/**
 * Moves a lead's contacts and conversation to the lead it was merged into. Later events of a provider about these
 * people find the kept lead.
 */
export async function joinConversations(tx: Tx, scope: Scope, { mergeId, kept, from }: Join): Promise<void> {
  const { organizationId } = scope;
  const moved = await sql<{ contact_id: string }>`
    update channel_contact set lead_id = ${kept.leadId}
    where organization_id = ${organizationId} and lead_id = ${from} returning contact_id`.execute(tx);
  const locked = await lockInOrder(tx, scope, [kept.leadId, from]);
  const [held, ending] = [locked.get(kept.leadId), locked.get(from)];
  const messageIds = ending && held ? await append(tx, { to: held, ending, place: holdersOf(kept) }) : [];
  if (ending && !held) {
    const changed = await changeConversation(tx, ending, { lead_id: kept.leadId, ...holdersOf(kept) });
    await publishConversationChange(tx, changed, audienceOf(ending));
  }
  await tx
    .insertInto("conversation_join")
    .values({
      organization_id: organizationId,
      merge_id: mergeId,
      contact_ids: moved.rows.map(({ contact_id }) => contact_id),
      conversation_id: ending?.conversation_id ?? null,
      message_ids: messageIds,
      ended: ending && held ? JSON.stringify(ending) : null,
    })
    .execute();
}

/** Which of some leads have a conversation. */
export async function findConversations(
  tx: Tx,
  scope: Scope,
  leadIds: readonly LeadId[],
): Promise<Map<LeadId, ConversationId>> {
  const found = await tx
    .selectFrom("conversation")
    .select(["lead_id", "conversation_id"])
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "in", [...leadIds])
    .execute();
  return new Map(found.map((row) => [row.lead_id, row.conversation_id]));
}

async function lockInOrder(tx: Tx, scope: Scope, leadIds: LeadId[]): Promise<Map<LeadId, Conversation>> {
  const found = new Map<LeadId, Conversation>();
  for (const leadId of leadIds.sort()) {
    const conversation = await lockConversation(tx, scope.organizationId, { leadId });
    if (conversation) found.set(leadId, conversation);
  }
  return found;
}

/**
 * Merges the messages of a conversation into another, in the order in which they came, and deletes the first. Every message
 * gets a position after all earlier ones and its own version: clients that ask for changes since a
 * version can page through them.
 */
async function append(
  tx: Tx,
  { to, ending, place }: { to: Conversation; ending: Conversation; place: ConversationHolders },
): Promise<MessageId[]> {
  const { organization_id: organizationId, conversation_id: conversationId } = to;
  const ids = [conversationId, ending.conversation_id];
  const places = Math.max(to.last_position, ending.last_position);
  const versions = Math.max(to.version, ending.version);
  const moved = await tx
    .selectFrom("message")
    .select("message_id")
    .where("organization_id", "=", organizationId)
    .where("conversation_id", "=", ending.conversation_id)
    .execute();
  // Within each conversation the order stays, even if a later message has an earlier time.
  const placed = await sql<MovedMessage>`
    with placed as (
      select message_id, conversation_id as was_in, position as was_at, row_number() over (order by moment, conversation_id, position)::int as place
      from (select message_id, conversation_id, position,
          max(created_at) over (partition by conversation_id order by position) as moment
        from message where organization_id = ${organizationId} and conversation_id = any(${sql.val(ids)}::uuid[])) as said)
    update message set conversation_id = ${conversationId}, position = ${places}::bigint + placed.place,
      version = ${versions}::int + placed.place
    from placed where message.organization_id = ${organizationId} and message.message_id = placed.message_id
    returning was_in, was_at, message.position`.execute(tx);
  await tx
    .updateTable("conversation_event")
    .set({ conversation_id: conversationId })
    .where("organization_id", "=", organizationId)
    .where("conversation_id", "=", ending.conversation_id)
    .execute();
  await tx
    .deleteFrom("conversation")
    .where("organization_id", "=", organizationId)
    .where("conversation_id", "=", ending.conversation_id)
    .execute();
  const count = placed.rows.length;
  const changed = await changeConversation(
    tx,
    { ...to, version: versions + count },
    {
      ...afterBoth(to, ending),
      ...place,
      last_position: places + count,
      assistant_note: noteAfterBoth(to, ending, placed.rows),
    },
  );
  await tell(tx, { changed, before: audienceOf(to), ending });
  return moved.map(({ message_id }) => message_id);
}

/** The conversation and position of a message before the merge. */
interface MovedMessage {
  was_in: ConversationId;
  was_at: number;
  position: number;
}

/** The assistant's note of the merged conversation, after the same message of the customer. */
function noteAfterBoth(
  one: Conversation,
  other: Conversation,
  moved: readonly MovedMessage[],
): StoredAssistantNote | null {
  const [first, last] = inOrder(one, other);
  const from = last.assistant_note ? last : first;
  const note = from.assistant_note;
  const behind = moved.find((row) => row.was_in === from.conversation_id && row.was_at === note?.position);
  return note && { ...note, position: behind?.position ?? note.position };
}

/** The conversation with the newest message comes last. */
function inOrder(one: Conversation, other: Conversation): [Conversation, Conversation] {
  const at = (conversation: Conversation) => conversation.last_message_at?.getTime() ?? 0;
  return at(one) <= at(other) ? [one, other] : [other, one];
}

/** The columns of a merged conversation. */
function afterBoth(one: Conversation, other: Conversation) {
  const [first, last] = inOrder(one, other);
  const { contact_id, last_message_id, last_message_at, last_direction, customer_unread, window_ends_at } = last;
  return {
    contact_id,
    last_message_id: last_message_id ?? first.last_message_id,
    last_message_at: last_message_at ?? first.last_message_at,
    last_direction: last_direction ?? first.last_direction,
    last_inbound_at: later(one.last_inbound_at, other.last_inbound_at),
    unread_count: one.unread_count + other.unread_count,
    waiting_since: earlier(one.waiting_since, other.waiting_since),
    customer_unread,
    window_ends_at,
    ...stateOfBoth(first, last),
  };
}

/** If either is open, the merged one is open. Otherwise the one with the newest message decides. */
function stateOfBoth(first: Conversation, last: Conversation) {
  if ([first, last].some((one) => stateOf(one) === "open")) return openState;
  const { closed_at, closed_by, snoozed_until, snoozed_by } = last;
  return { closed_at, closed_by, snoozed_until, snoozed_by };
}

async function tell(
  tx: Tx,
  { changed, before, ending }: { changed: Conversation; before: Audience; ending: Conversation },
): Promise<void> {
  const { organization_id: organizationId, conversation_id: conversationId } = changed;
  await publishConversationChange(tx, changed, before);
  await publishConversationChange(tx, { ...ending, version: ending.version + 1 }, null);
  if (changed.last_message_id)
    await publishMessageChange(tx, changed, { messageId: changed.last_message_id, inbound: false });
  // Jobs for waiting messages under the deleted conversation's id no longer find them.
  const payload = { conversationId, notBefore: null };
  await emit(tx, messageQueued, { organizationId, aggregateId: conversationId, payload });
}
