import { ConversationId, type MessageId } from "@homeroom/contract/ids";
import type { ConversationJoinTable } from "@homeroom/database/lead-family-tables";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { v7 } from "uuid";
import type { ConversationLead, LeadConversations } from "#modules/leads/public";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { messageQueued } from "../../events.ts";
import { later } from "../../rules.ts";
import { standingOf, waitingSince } from "../queries/conversation-standing.ts";
import {
  audienceOf,
  type Conversation,
  changeConversation,
  lockConversation,
  publishConversationChange,
  publishMessageChange,
} from "../writes/change-conversation.ts";

type Part = Parameters<LeadConversations["part"]>[2];
type ConversationJoin = Selectable<ConversationJoinTable>;

/** Who sees a conversation: copies of its lead's columns. */
export type ConversationHolders = Pick<Conversation, "branch_id" | "sales_id" | "tutor_id">;

/** Who sees the conversation of a lead. */
export function holdersOf({ branchId, salesId, tutorId }: ConversationLead): ConversationHolders {
  return { branch_id: branchId, sales_id: salesId, tutor_id: tutorId };
}

/**
 * Undoes a merge: the moved contacts return, with their messages from before and after the merge. Messages
 * of the kept lead's other contacts stay there.
 */
export async function partConversations(tx: Tx, scope: Scope, { mergeId, kept, from }: Part): Promise<void> {
  const joined = await findRow(tx, scope, "conversation_join", { merge_id: mergeId });
  if (!joined) return;
  await sql`
    update channel_contact set lead_id = ${from.leadId}
    where organization_id = ${scope.organizationId} and lead_id = ${kept.leadId}
      and contact_id = any(${sql.val(joined.contact_ids)}::uuid[])`.execute(tx);
  const together = await lockConversation(tx, scope.organizationId, { leadId: kept.leadId });
  if (!together || joined.conversation_id === null) return;
  const theirs = await theirsOf(tx, together, joined);
  if (theirs.ofOthers === 0) return handBack(tx, together, from);
  // A conversation that was moved as a whole returns with its id; the kept lead's messages then get a new conversation.
  const wentWhole = joined.ended === null;
  const returning = wentWhole ? ConversationId.parse(v7()) : joined.conversation_id;
  const moves = wentWhole ? sql<SqlBool>`not (${theirs.condition})` : theirs.condition;
  const [movesTo, staysWith] = wentWhole ? [kept, from] : [from, kept];
  const unread = await unreadIds(tx, together);
  await makeRoom(tx, together, { wentWhole, movesTo, staysWith, conversationId: returning });
  const versions = await moveMessages(tx, together, { to: returning, moves });
  for (const lead of [movesTo, staysWith]) await recount(tx, scope, { lead, unread, version: versions });
}

/** Which messages of a conversation belong to the leaving lead, and how many do not. */
async function theirsOf(tx: Tx, together: Conversation, joined: ConversationJoin) {
  const wentWhole = joined.ended === null;
  const condition = sql<SqlBool>`(contact_id = any(${sql.val(joined.contact_ids)}::uuid[])
    or message_id = any(${sql.val(joined.message_ids)}::uuid[]))`;
  const others = await sql<{ count: number }>`
    select count(*)::int as count from message where organization_id = ${together.organization_id}
      and conversation_id = ${together.conversation_id} and not ${condition}`.execute(tx);
  return { condition, ofOthers: wentWhole ? (others.rows[0]?.count ?? 0) : 1 };
}

async function handBack(tx: Tx, together: Conversation, from: ConversationLead): Promise<void> {
  const changed = await changeConversation(tx, together, { lead_id: from.leadId, ...holdersOf(from) });
  await publishConversationChange(tx, changed, audienceOf(together));
}

/** The unread messages: the newest incoming ones. */
async function unreadIds(
  tx: Tx,
  { organization_id, conversation_id, unread_count }: Conversation,
): Promise<MessageId[]> {
  const rows = await tx
    .selectFrom("message")
    .select("message_id")
    .where("organization_id", "=", organization_id)
    .where("conversation_id", "=", conversation_id)
    .where("direction", "=", "in")
    .where("kind", "<>", "system")
    .orderBy("position", "desc")
    .limit(unread_count)
    .execute();
  return rows.map(({ message_id }) => message_id);
}

/** Creates the second conversation, so that each of the two leads has one. */
async function makeRoom(
  tx: Tx,
  together: Conversation,
  of: { wentWhole: boolean; movesTo: ConversationLead; staysWith: ConversationLead; conversationId: ConversationId },
): Promise<void> {
  const { organization_id, contact_id, last_position } = together;
  if (of.wentWhole)
    await changeConversation(tx, together, { lead_id: of.staysWith.leadId, ...holdersOf(of.staysWith) });
  await tx
    .insertInto("conversation")
    .values({
      organization_id,
      conversation_id: of.conversationId,
      lead_id: of.movesTo.leadId,
      ...holdersOf(of.movesTo),
      contact_id,
      last_position,
      last_message_id: null,
      last_direction: null,
    })
    .execute();
}

/** Moves messages to the other conversation, where they keep their positions. Returns a version that is new to both. */
async function moveMessages(
  tx: Tx,
  together: Conversation,
  { to, moves }: { to: ConversationId; moves: RawBuilder<SqlBool> },
): Promise<number> {
  const base = together.version + 1;
  const moved = await sql`
    with moving as (
      select message_id, row_number() over (order by position)::int as place from message
      where organization_id = ${together.organization_id} and conversation_id = ${together.conversation_id} and ${moves})
    update message set conversation_id = ${to}, version = ${base}::int + moving.place
    from moving where message.organization_id = ${together.organization_id} and message.message_id = moving.message_id
    returning message.message_id`.execute(tx);
  return base + moved.rows.length;
}

interface Receiver {
  contact_id: string;
  window_ends_at: Date | null;
  ad_window_ends_at: Date | null;
}

interface Newest extends Receiver {
  message_id: MessageId;
  unread: number;
}

/** Recomputes the columns of a lead's conversation that follow from its messages. */
async function recount(
  tx: Tx,
  scope: Scope,
  { lead, unread, version }: { lead: ConversationLead; unread: MessageId[]; version: number },
): Promise<void> {
  const conversation = await lockConversation(tx, scope.organizationId, { leadId: lead.leadId });
  if (!conversation) return;
  const found = await sql<Newest>`
    select message.message_id, message.contact_id, contact.window_ends_at, contact.ad_window_ends_at,
      (select count(*)::int from message where organization_id = ${scope.organizationId}
        and conversation_id = ${conversation.conversation_id} and message_id = any(${sql.val(unread)}::uuid[])) as unread
    from message join channel_contact contact using (organization_id, contact_id)
    where message.organization_id = ${scope.organizationId}
      and message.conversation_id = ${conversation.conversation_id}
      and message.kind <> 'note' and message.state <> 'cancelled'
    order by message.position desc limit 1`.execute(tx);
  const [newest] = found.rows;
  const receiver = newest ?? (await lastWriter(tx, scope, lead));
  const change = {
    ...(await standingOf(tx, conversation)),
    waiting_since: await waitingSince(tx, conversation),
    unread_count: newest?.unread ?? 0,
    ...(receiver && {
      contact_id: receiver.contact_id,
      window_ends_at: later(receiver.window_ends_at, receiver.ad_window_ends_at),
    }),
  };
  const changed = await changeConversation(tx, { ...conversation, version }, change);
  await publishConversationChange(tx, changed, null);
  if (!newest) return;
  await publishMessageChange(tx, changed, { messageId: newest.message_id, inbound: false });
  const about = { organizationId: scope.organizationId, aggregateId: conversation.conversation_id };
  const { conversation_id: conversationId } = conversation;
  await emit(tx, messageQueued, { ...about, payload: { conversationId, notBefore: null } });
}

/** The contact of a lead who wrote last. Without messages the conversation still names a contact of the other lead. */
function lastWriter(tx: Tx, { organizationId }: Scope, { leadId }: ConversationLead): Promise<Receiver | undefined> {
  return tx
    .selectFrom("channel_contact")
    .select(["contact_id", "window_ends_at", "ad_window_ends_at"])
    .where("organization_id", "=", organizationId)
    .where("lead_id", "=", leadId)
    .orderBy("last_inbound_at", (by) => by.desc().nullsLast())
    .limit(1)
    .executeTakeFirst();
}
