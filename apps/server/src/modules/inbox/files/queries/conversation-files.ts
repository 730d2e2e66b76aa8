import type { BranchId, FileId, LeadId, MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { findConversation } from "../../conversations/queries/conversations.ts";

/** The files of all messages with some leads, and of what was scheduled for them. */
export async function filesInConversations(tx: Tx, scope: Scope, leadIds: readonly LeadId[]): Promise<FileId[]> {
  if (leadIds.length === 0) return [];
  const { organizationId } = scope;
  const leads = sql.val([...leadIds]);
  // Pictures of welcome messages and templates are the branch's, and go to everybody.
  const found = await sql<{ fileId: FileId }>`
    select message.file_id as "fileId" from message join conversation using (organization_id, conversation_id)
    where conversation.organization_id = ${organizationId} and conversation.lead_id = any(${leads}::uuid[])
      and message.file_id is not null and message.kind <> 'template' and not message.details ? 'welcome'
    union
    select scheduled.file_id from scheduled_message scheduled join channel_contact using (organization_id, contact_id)
    where channel_contact.organization_id = ${organizationId} and channel_contact.lead_id = any(${leads}::uuid[])
      and scheduled.file_id is not null`.execute(tx);
  return found.rows.map(({ fileId }) => fileId);
}

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
