import type { FileId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";

/**
 * Removes up to `limit` of an organisation's files, the bytes before the rows, so that none is left without a name.
 * Answers how many; 0 when there are no more.
 */
export async function removeFiles({ db, files }: Platform, scope: Scope, limit = 200): Promise<number> {
  const found = await inTransaction(db, scope, (tx) =>
    tx
      .selectFrom("stored_file")
      .select(["file_id", "storage_key"])
      .where("organization_id", "=", scope.organizationId)
      .limit(limit)
      .execute(),
  );
  await remove({ db, files }, scope, found);
  return found.length;
}

/** Removes these files of an organisation, as far as they are there, the bytes before the rows. */
export async function removeFilesByIds(
  { db, files }: Pick<Platform, "db" | "files">,
  scope: Scope,
  ids: readonly FileId[],
): Promise<void> {
  if (ids.length === 0) return;
  const found = await inTransaction(db, scope, (tx) =>
    tx
      .selectFrom("stored_file")
      .select(["file_id", "storage_key"])
      .where("organization_id", "=", scope.organizationId)
      .where("file_id", "in", [...ids])
      .execute(),
  );
  await remove({ db, files }, scope, found);
}

async function remove(
  { db, files }: Pick<Platform, "db" | "files">,
  scope: Scope,
  found: readonly { file_id: FileId; storage_key: string | null }[],
): Promise<void> {
  if (found.length === 0) return;
  for (const { storage_key: key } of found) if (key) await files.remove(key);
  await inTransaction(db, scope, (tx) =>
    tx
      .deleteFrom("stored_file")
      .where("organization_id", "=", scope.organizationId)
      .where(
        "file_id",
        "in",
        found.map((file) => file.file_id),
      )
      .execute(),
  );
}
