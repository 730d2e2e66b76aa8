import type { AccountId, LeadId, MessageId } from "@homeroom/contract/ids";
import type { StoredFile } from "#modules/files/public";
import { recordStaffMessage } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { contactById } from "../../contacts/queries/contacts.ts";
import { findConversation } from "../../conversations/queries/conversations.ts";
import { queueMessage } from "../writes/queue-message.ts";
import { messageById, sameMessage } from "../writes/staff-message.ts";
import { requireSendable } from "./send-message.ts";

export interface DocumentForLead {
  leadId: LeadId;
  /** The same id stands for the same message. */
  messageId: MessageId;
  text: string;
  /** An attached document. */
  file: Pick<StoredFile, "file_id" | "name">;
  /** The sender; null: sent automatically, which leaves the assistant on and the customer's messages unread. */
  senderId: AccountId | null;
}

/**
 * Queues a document for a lead, in the channel in which they last wrote. Idempotent: there is only one message with that
 * id; returns whether this call made it. Throws NOT_FOUND if the scope sees no conversation, and the reason why a free
 * message cannot be sent.
 */
export async function queueDocumentForLead(tx: Tx, scope: Scope, words: DocumentForLead): Promise<boolean> {
  const { leadId, messageId, text, file, senderId } = words;
  const now = new Date();
  if (!(await findConversation(tx, scope, { leadId }))) throw new AppError("NOT_FOUND");
  // Locks the lead, which goes before the conversation.
  if (senderId) await recordStaffMessage(tx, scope, { leadId, at: now });
  const conversation = await findConversation(tx, scope, { leadId }, "lock");
  if (!conversation) throw new AppError("NOT_FOUND");
  const existing = await messageById(tx, scope, messageId);
  if (existing) {
    sameMessage(existing, conversation);
    return false;
  }
  const contact = await contactById(tx, scope, conversation.contact_id);
  await requireSendable(tx, contact, now);
  const message = {
    messageId,
    kind: "document",
    text,
    details: { fileName: file.name },
    fileId: file.file_id,
    quoted: null,
    author: senderId ? ("staff" as const) : ("automatic" as const),
    senderId,
    notBefore: null,
    unattended: true,
  };
  await queueMessage(tx, conversation, { contact, message, now });
  return true;
}
