import type { MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { Conversation } from "../writes/change-conversation.ts";

/** The state of a conversation that follows from its messages. */
export type ConversationState = Pick<
  Conversation,
  "last_message_id" | "last_message_at" | "last_direction" | "last_inbound_at" | "customer_unread"
>;

/**
 * The state of a conversation by its messages, or by those before a position. Notes, deleted messages and broadcasts do
 * not count. An automatic message and a late one from the phone are not answers. A provider's event about the customer is
 * shown as the last message, but has no author.
 */
export async function standingOf(
  tx: Tx,
  { organization_id, conversation_id, created_at }: Conversation,
  before: number | null = null,
): Promise<ConversationState> {
  const ofIt = sql`organization_id = ${organization_id} and conversation_id = ${conversation_id}
    and (${before}::bigint is null or position < ${before}::bigint) and state <> 'cancelled'`;
  const found = await sql<{
    shownId: MessageId | null;
    shownAt: Date | null;
    direction: "in" | "out" | null;
    heardAt: Date | null;
    unread: boolean | null;
    isBroadcast: boolean;
  }>`
    select shown.message_id as "shownId", shown.created_at as "shownAt", said.direction,
      (select max(sent_at) from message where ${ofIt} and direction = 'in' and kind <> 'system') as "heardAt",
      exists (select from message where ${ofIt} and broadcast_plan_id is not null) as "isBroadcast",
      said.direction = 'out' and said.state in ('accepted', 'sent', 'delivered') as unread
    from (select) as one
    left join lateral (select message_id, created_at from message
      where ${ofIt} and kind <> 'note' and not details ? 'change' and broadcast_plan_id is null order by position desc limit 1) shown on true
    left join lateral (select direction, state from message
      where ${ofIt} and kind not in ('note', 'system') and broadcast_plan_id is null
      order by (author = 'automatic' or details ? 'late'), position desc limit 1) said on true`.execute(tx);
  const [row] = found.rows;
  return {
    last_message_id: row?.shownId ?? null,
    // A conversation with only broadcasts has no place in the list.
    last_message_at: row?.shownAt ?? (row?.isBroadcast ? null : created_at),
    last_direction: row?.direction ?? null,
    last_inbound_at: row?.heardAt ?? null,
    customer_unread: row?.unread ?? false,
  };
}

/** Since when the customer has been waiting for a person; null once the conversation is closed. */
export async function waitingSince(
  tx: Tx,
  { organization_id, conversation_id, closed_at }: Conversation,
): Promise<Date | null> {
  if (closed_at) return null;
  const ofIt = sql`organization_id = ${organization_id} and conversation_id = ${conversation_id} and state <> 'cancelled'`;
  const found = await sql<{ since: Date | null }>`
    select min(sent_at) as since from message
    where ${ofIt} and direction = 'in' and kind <> 'system' and position > coalesce((
      select position from message where ${ofIt} and direction = 'out' and author = 'staff' and kind <> 'note'
        and not details ? 'late'
      order by position desc limit 1), 0)`.execute(tx);
  return found.rows[0]?.since ?? null;
}
