import type { FileId, OrganizationId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { removeFilesByIds } from "#modules/files/public";
import { organizationScope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { keptDays } from "../rules/undo.ts";

const atOnce = 50;

/** Days after the undo period: nobody uses the import any more. */
const graceDays = 1;

/**
 * Removes up to 50 files that were stored for an import more than 30 days ago, imported or not, with their runs and rows:
 * the bytes first, so that a crash half-way leaves no orphans. Returns whether there may be more.
 */
export async function removeOldImports(platform: Platform): Promise<boolean> {
  const old = await inSystemTransaction(platform.db, (tx) =>
    sql<{ organizationId: OrganizationId; fileId: FileId }>`
      select organization_id as "organizationId", file_id as "fileId" from import_file
      where created_at < now() - make_interval(days => ${keptDays + graceDays})
      union
      select organization_id, file_id from import_run
      where created_at < now() - make_interval(days => ${keptDays + graceDays})
      limit ${atOnce}`.execute(tx),
  );
  for (const { organizationId, fileId } of old.rows) {
    const scope = organizationScope(organizationId);
    await removeFilesByIds(platform, scope, [fileId]);
    await inTransaction(platform.db, scope, async (tx) => {
      // A run refers to its file; its rows are deleted with it.
      await tx
        .deleteFrom("import_run")
        .where("organization_id", "=", organizationId)
        .where("file_id", "=", fileId)
        .execute();
      await tx
        .deleteFrom("import_file")
        .where("organization_id", "=", organizationId)
        .where("file_id", "=", fileId)
        .execute();
    });
  }
  return old.rows.length === atOnce;
}
