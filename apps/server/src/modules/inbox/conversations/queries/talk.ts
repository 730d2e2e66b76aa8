import type { AccountId, BranchId, ConversationId, LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** A message as a part of the conversation; a withdrawn one is an empty text. */
export interface TalkMessage {
  position: number;
  direction: "in" | "out";
  author: "staff" | "assistant" | "automatic";
  kind: string;
  text: string;
  createdAt: Date;
}

/** A conversation with its last messages, oldest first. */
export interface Talk {
  conversationId: ConversationId;
  leadId: LeadId;
  branchId: BranchId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
  createdAt: Date;
  messages: TalkMessage[];
}

/**
 * The last messages of a conversation; undefined when there is none, or its lead is deleted. Notes of staff and messages
 * undone before sending are left out. A late message from the phone is not an answer, so it counts as automatic.
 */
export async function talkOf(
  tx: Tx,
  scope: Scope,
  { conversationId, last }: { conversationId: ConversationId; last: number },
): Promise<Talk | undefined> {
  const found = await sql<Omit<Talk, "said">>`
    select conversation_id as "conversationId", lead_id as "leadId", branch_id as "branchId", sales_id as "salesId",
      tutor_id as "tutorId", created_at as "createdAt"
    from conversation where organization_id = ${scope.organizationId} and conversation_id = ${conversationId}
      and hidden_at is null`.execute(tx);
  const [conversation] = found.rows;
  if (!conversation) return undefined;
  const messages = await sql<TalkMessage>`
    select position, direction, case when details ? 'late' then 'automatic' else author end as author,
      case when revoked_at is null then kind else 'text' end as kind, case when revoked_at is null then text else '' end as text,
      created_at as "createdAt"
    from message where organization_id = ${scope.organizationId} and conversation_id = ${conversationId}
      and kind not in ('system', 'note') and state <> 'cancelled'
    order by position desc limit ${last}`.execute(tx);
  return { ...conversation, messages: messages.rows.toReversed() };
}

/** The conversations of branches in which a customer has written since a moment, the latest first. */
export async function conversationsWithInboundSince(
  tx: Tx,
  scope: Scope,
  { branchIds, since, limit }: { branchIds: readonly BranchId[]; since: Date; limit: number },
): Promise<{ conversationId: ConversationId; lastPosition: number }[]> {
  const found = await sql<{ conversationId: ConversationId; lastPosition: number }>`
    select conversation_id as "conversationId", last_position as "lastPosition" from conversation
    where organization_id = ${scope.organizationId} and branch_id = any(${sql.val([...branchIds])}::uuid[])
      and last_message_at > ${since} and last_inbound_at is not null and hidden_at is null
    order by last_message_at desc limit ${limit}`.execute(tx);
  return found.rows;
}

/** The number of the last messages that are looked at. */
const lastMessages = 20;

/**
 * Customers' messages that arrived here since a moment and match a PostgreSQL pattern, oldest first, however
 * long a message took.
 */
export async function receivedTexts(
  tx: Tx,
  scope: Scope,
  { since, pattern }: { since: Date; pattern: string },
): Promise<{ leadId: LeadId; text: string; at: Date }[]> {
  const found = await sql<{ leadId: LeadId; text: string; at: Date }>`
    select conversation.lead_id as "leadId", message.text, message.created_at as at
    from conversation join message on message.organization_id = conversation.organization_id
      and message.conversation_id = conversation.conversation_id
      and message.position > conversation.last_position - ${lastMessages}
    where conversation.organization_id = ${scope.organizationId} and conversation.last_message_at > ${since}
      and conversation.hidden_at is null and message.direction = 'in' and message.created_at > ${since}
      and message.text ~ ${pattern}
    order by message.created_at limit 1000`.execute(tx);
  return found.rows;
}
