import type { AccountId, MessageId } from "@homeroom/contract/ids";
import { organizationScope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { contactById } from "../../contacts/queries/contacts.ts";
import { type Conversation, changeConversation, type Message, publishMessageChange } from "./change-conversation.ts";

/** An entry in a conversation for colleagues only. */
export interface Line {
  messageId: MessageId;
  kind: "note" | "system";
  text: string;
  details: Record<string, unknown>;
  senderId: AccountId | null;
  at: Date;
}

/**
 * Adds an unsent line to a locked conversation: the last author, unread messages and the reply window stay as
 * they are.
 */
export async function addLine(
  tx: Tx,
  conversation: Conversation,
  line: Line,
): Promise<{ message: Message; conversation: Conversation }> {
  const changed = await changeConversation(tx, conversation, { last_position: conversation.last_position + 1 });
  const scope = organizationScope(conversation.organization_id);
  const contact = await contactById(tx, scope, conversation.contact_id);
  const message = await tx
    .insertInto("message")
    .values({
      organization_id: conversation.organization_id,
      message_id: line.messageId,
      conversation_id: conversation.conversation_id,
      channel_id: contact.channel_id,
      contact_id: contact.contact_id,
      position: changed.last_position,
      direction: "out",
      kind: line.kind,
      text: line.text,
      details: JSON.stringify(line.details),
      sender_id: line.senderId,
      author: line.senderId ? "staff" : "automatic",
      state: "sent",
      sent_at: line.at,
      version: changed.version,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await publishMessageChange(tx, changed, { messageId: line.messageId, inbound: false });
  return { message, conversation: changed };
}
