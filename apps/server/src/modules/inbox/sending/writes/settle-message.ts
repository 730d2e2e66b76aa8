import type { ConversationTable, MessageTable } from "@homeroom/database/inbox-tables";
import { sql, type Updateable } from "kysely";
import type { Tx } from "#platform/db/transaction";
import { type Conversation, changeMessage, type Message } from "../../conversations/writes/change-conversation.ts";
import type { ProviderError } from "../../port.ts";
import { isUnreadByCustomer } from "../../rules.ts";

/**
 * Writes the state of a message of ours after its attempt, and updates the conversation's mark of messages that
 * the customer has not read. The conversation is locked.
 */
export async function settleMessage(
  tx: Tx,
  conversation: Conversation,
  about: { message: Message; change: Updateable<MessageTable> & { state: Message["state"] }; error?: ProviderError },
): Promise<void> {
  const { message, error } = about;
  const change: Updateable<MessageTable> = {
    sending_since: null,
    next_attempt_at: null,
    error_class: error?.class ?? null,
    error_code: error?.code ?? null,
    error_reason: error?.reason ?? null,
    error_detail: error?.detail ?? null,
    ...about.change,
  };
  const isWord = message.broadcast_plan_id === null && (await isNewest(tx, message));
  const conversationChange: Updateable<ConversationTable> = isWord
    ? { customer_unread: isUnreadByCustomer(about.change.state) }
    : {};
  await changeMessage(tx, conversation, { messageId: message.message_id, change, conversationChange });
}

/** A later message of the customer means that they have seen everything before it. */
async function isNewest(tx: Tx, message: Message): Promise<boolean> {
  const later = await sql`
    select from message
    where organization_id = ${message.organization_id} and conversation_id = ${message.conversation_id}
      and position > ${message.position} and kind not in ('note', 'system') and state <> 'cancelled'
    limit 1`.execute(tx);
  return later.rows.length === 0;
}
