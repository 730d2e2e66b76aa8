import type { ConversationId } from "@homeroom/contract/ids";
import type { AssistantDraftTable, AssistantEventTable, AssistantTurnTable } from "@homeroom/database/assistant-tables";
import { type Selectable, sql } from "kysely";
import { talkOf } from "#modules/inbox/public";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { isOvertaken, unanswered } from "../rules/unanswered.ts";

export type AssistantTurn = Selectable<AssistantTurnTable>;
export type Draft = Selectable<AssistantDraftTable>;
export type EventRow = Selectable<AssistantEventTable>;

/** The assistant's state in a conversation; undefined if it has never checked it. */
export function turnOf(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<AssistantTurn | undefined> {
  return findRow(tx, scope, "assistant_turn", { conversation_id: conversationId });
}

/** Those of the conversations with new messages since the assistant's last check. */
export async function unseenOf(
  tx: Tx,
  scope: Scope,
  conversations: readonly { conversationId: ConversationId; lastPosition: number }[],
): Promise<ConversationId[]> {
  if (conversations.length === 0) return [];
  const ids = conversations.map(({ conversationId }) => conversationId);
  const positions = conversations.map(({ lastPosition }) => lastPosition);
  const found = await sql<{ conversationId: ConversationId }>`
    select conversation_id as "conversationId"
    from unnest(${sql.val(ids)}::uuid[], ${sql.val(positions)}::int[]) as wanted (conversation_id, last_position)
    where not exists (select from assistant_turn turn
      where turn.organization_id = ${scope.organizationId} and turn.conversation_id = wanted.conversation_id
        and turn.seen_position >= wanted.last_position)`.execute(tx);
  return found.rows.map(({ conversationId }) => conversationId);
}

/** Automatic messages, such as a welcome, can come after the suggestion. */
const messagesRead = 10;

/** The suggestion in a conversation, until the customer, a person or the assistant writes after it. */
export async function draftOf(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<Draft | undefined> {
  const draft = await findRow(tx, scope, "assistant_draft", { conversation_id: conversationId });
  const talk = draft && (await talkOf(tx, scope, { conversationId, last: messagesRead }));
  return talk && !isOvertaken(talk.messages, draft.position) ? draft : undefined;
}

/** When an agent that failed is called again for the customer's last messages; null: it is not, or somebody has answered. */
export async function retryOf(tx: Tx, scope: Scope, turn: AssistantTurn | undefined): Promise<Date | null> {
  if (!turn?.retry_at) return null;
  const talk = await talkOf(tx, scope, { conversationId: turn.conversation_id, last: messagesRead });
  const open = talk && unanswered(talk.messages);
  return open && open.position > turn.answered_position ? turn.retry_at : null;
}

/** The latest actions of the assistant in a conversation, oldest first. */
export async function eventsOf(
  tx: Tx,
  scope: Scope,
  { conversationId, limit }: { conversationId: ConversationId; limit: number },
): Promise<EventRow[]> {
  const rows = await tx
    .selectFrom("assistant_event")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("conversation_id", "=", conversationId)
    .orderBy("created_at", "desc")
    .orderBy("event_id", "desc")
    .limit(limit)
    .execute();
  return rows.toReversed();
}
