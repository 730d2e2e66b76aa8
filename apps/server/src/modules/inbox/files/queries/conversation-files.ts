import type { BranchId, FileId, LeadId, MessageId, OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { unfetchedFiles } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";
import { findConversation } from "../../conversations/queries/conversations.ts";

/** The files of all messages of the given leads, including scheduled ones. */
export async function filesInConversations(tx: Tx, scope: Scope, leadIds: readonly LeadId[]): Promise<FileId[]> {
  if (leadIds.length === 0) return [];
  const { organizationId } = scope;
  const leads = sql.val([...leadIds]);
  // Pictures of welcome messages and templates belong to the branch and go to everyone.
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

/** A picture that a customer sent, with its lead; undefined if the scope sees no such message. */
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

const tenMinutes = 600_000;

/** No provider keeps a file for longer than eight days. */
export const providersKeepFilesMs = 8 * 86_400_000;

/** How many files of an organisation a sweep takes, and from how many it chooses: these include files of stopped channels. */
const each = { taken: 20, seen: 500 };

/**
 * Messages whose file has been waiting at the provider for ten minutes or more, and for which a job may no longer exist: a
 * few of each organisation. Files of stopped channels are left out until the channel runs again.
 */
export async function messagesWithUnfetchedFiles(
  db: Database,
): Promise<{ organizationId: OrganizationId; messageId: MessageId }[]> {
  const now = Date.now();
  const made = { after: new Date(now - providersKeepFilesMs), before: new Date(now - tenMinutes) };
  const files = await unfetchedFiles(db, made, each.seen);
  if (files.length === 0) return [];
  return inSystemTransaction(db, async (tx) => {
    const found = await sql<{ organizationId: OrganizationId; messageId: MessageId }>`
      select organization_id as "organizationId", message_id as "messageId" from (
        select organization_id, message_id, row_number() over (partition by organization_id order by random()) as turn
        from message join channel using (organization_id, channel_id)
        where channel.stopped_at is null and (organization_id, file_id) in (
          select * from unnest(${sql.val(files.map((one) => one.organizationId))}::uuid[],
            ${sql.val(files.map((one) => one.fileId))}::uuid[]))
      ) waiting where turn <= ${each.taken} order by turn, random() limit 200`.execute(tx);
    return found.rows;
  });
}
