import type { FileId, LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The files of all messages with some leads. */
export async function filesInConversations(tx: Tx, scope: Scope, leadIds: readonly LeadId[]): Promise<FileId[]> {
  if (leadIds.length === 0) return [];
  const rows = await tx
    .selectFrom("message")
    .innerJoin("conversation", (join) =>
      join
        .onRef("conversation.organization_id", "=", "message.organization_id")
        .onRef("conversation.conversation_id", "=", "message.conversation_id"),
    )
    .select("message.file_id")
    .where("conversation.organization_id", "=", scope.organizationId)
    .where("conversation.lead_id", "in", [...leadIds])
    .where("message.file_id", "is not", null)
    // A welcome message's picture is the branch's, and goes to everybody.
    .where(sql<boolean>`not message.details ? 'welcome'`)
    .execute();
  return rows.flatMap((row) => row.file_id ?? []);
}
