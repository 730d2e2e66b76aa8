import type { BranchId, FileId, LeadId, MessageId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { findConversation } from "../../conversations/queries/conversations.ts";

/** A picture that a customer sent, with the lead it is from; undefined where the scope sees no such message. */
export async function customerPicture(
  tx: Tx,
  scope: Scope,
  messageId: MessageId,
): Promise<{ fileId: FileId; leadId: LeadId; branchId: BranchId } | undefined> {
  const message = await tx
    .selectFrom("message")
    .select(["conversation_id", "file_id"])
    .where("organization_id", "=", scope.organizationId)
    .where("message_id", "=", messageId)
    .where("direction", "=", "in")
    .where("kind", "=", "image")
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  if (!message?.file_id) return undefined;
  const conversation = await findConversation(tx, scope, { conversationId: message.conversation_id });
  return conversation && { fileId: message.file_id, leadId: conversation.lead_id, branchId: conversation.branch_id };
}
