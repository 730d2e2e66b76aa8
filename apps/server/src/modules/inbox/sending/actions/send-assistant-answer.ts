import { type ConversationId, type LeadId, MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type Contact, contactById } from "../../contacts/queries/contacts.ts";
import { holdForAssistant } from "../../conversations/actions/hold-conversation.ts";
import { findConversation } from "../../conversations/queries/conversations.ts";
import type { Conversation } from "../../conversations/writes/change-conversation.ts";
import { queueMessage } from "../writes/queue-message.ts";
import { requireSendable } from "./send-message.ts";

/**
 * Sends an answer of the assistant after the customer's message at `position`, unless a person, the assistant or the
 * customer has written since or a person holds the conversation (`overtaken`), or nothing may be sent (`closed`). The caller
 * holds the lead's lock.
 */
export async function sendAssistantAnswer(
  tx: Tx,
  scope: Scope,
  words: { conversationId: ConversationId; leadId: LeadId; position: number; text: string; now: Date },
): Promise<"said" | "overtaken" | "closed"> {
  const conversation = await findConversation(tx, scope, { conversationId: words.conversationId }, "lock");
  if (!conversation || conversation.lead_id !== words.leadId) return "overtaken";
  if (await hasSpokenSince(tx, conversation, words.position)) return "overtaken";
  const contact = await contactById(tx, scope, conversation.contact_id);
  if (!(await isOpen(tx, contact, words.now))) return "closed";
  if (!(await holdForAssistant(tx, conversation))) return "overtaken";
  const message = {
    messageId: MessageId.parse(v7()),
    kind: "text",
    text: words.text,
    details: {},
    fileId: null,
    quoted: null,
    author: "assistant" as const,
    senderId: null,
    notBefore: null,
  };
  await queueMessage(tx, conversation, { contact, message, now: words.now });
  return "said";
}

/** Whether a message could be sent to a conversation's customer now; false also if there is none. */
export async function mayBeAnswered(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<boolean> {
  const conversation = await findConversation(tx, scope, { conversationId });
  return conversation !== undefined && isOpen(tx, await contactById(tx, scope, conversation.contact_id), new Date());
}

function isOpen(tx: Tx, contact: Contact, now: Date): Promise<boolean> {
  return requireSendable(tx, contact, now).then(() => true, refused);
}

/** Welcome messages, notes, undone messages and events of the provider do not count. */
async function hasSpokenSince(tx: Tx, conversation: Conversation, position: number): Promise<boolean> {
  const found = await sql<{ spoken: boolean }>`
    select exists (select from message where organization_id = ${conversation.organization_id}
      and conversation_id = ${conversation.conversation_id} and position > ${position}
      and (direction = 'in' or author <> 'automatic') and kind not in ('system', 'note') and state <> 'cancelled'
      and not details ? 'late') as spoken`.execute(tx);
  return found.rows[0]?.spoken ?? true;
}

function refused(error: unknown): false {
  if (error instanceof AppError) return false;
  throw error;
}
