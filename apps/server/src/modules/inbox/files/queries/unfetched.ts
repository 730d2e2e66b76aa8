import type { MessageId, OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { unfetchedFiles } from "#modules/files/public";
import { type Database, inSystemTransaction } from "#platform/db/transaction";

const hour = 3_600_000;

/**
 * Messages whose file has been waiting at the provider for ten minutes or more, and for which a job may no longer exist.
 * After eight days the provider has none of them any more.
 */
export async function messagesWithUnfetchedFiles(
  db: Database,
): Promise<{ organizationId: OrganizationId; messageId: MessageId }[]> {
  const files = await unfetchedFiles(db, new Date(Date.now() - hour / 6), 100);
  if (files.length === 0) return [];
  return inSystemTransaction(db, async (tx) => {
    const found = await sql<{ organizationId: OrganizationId; messageId: MessageId }>`
      select organization_id as "organizationId", message_id as "messageId" from message
      where (organization_id, file_id) in (
        select * from unnest(${sql.val(files.map((one) => one.organizationId))}::uuid[],
          ${sql.val(files.map((one) => one.fileId))}::uuid[]))`.execute(tx);
    return found.rows;
  });
}
