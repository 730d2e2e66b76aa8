import type { FileId, OrganizationId } from "@homeroom/contract/ids";
import type { StoredFileTable } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, type Tx } from "#platform/db/transaction";

export type StoredFile = Selectable<StoredFileTable>;

/** Selects the key of every file whose bytes are here, of all organisations: for a backup. */
export const keysOfStoredFiles =
  "select storage_key from stored_file where storage_key is not null order by organization_id, file_id";

export async function fileById(tx: Tx, scope: Scope, id: FileId): Promise<StoredFile | undefined> {
  return (await filesByIds(tx, scope, [id])).get(id);
}

/** The files among these ids. */
export async function filesByIds(tx: Tx, scope: Scope, ids: readonly FileId[]): Promise<Map<FileId, StoredFile>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("stored_file")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("file_id", ids))
    .execute();
  return new Map(rows.map((row) => [row.file_id, row]));
}

/** A file whatever its organisation: its signed address is the permission. */
export function fileOfAddress(db: Database, id: FileId): Promise<StoredFile | undefined> {
  return inSystemTransaction(db, (tx) =>
    tx.selectFrom("stored_file").selectAll().where("file_id", "=", id).executeTakeFirst(),
  );
}

/** Files of customers that wait at the provider since before `madeBefore`, the longest first. */
export function unfetchedFiles(
  db: Database,
  madeBefore: Date,
  limit: number,
): Promise<{ organizationId: OrganizationId; fileId: FileId; createdAt: Date }[]> {
  return inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("stored_file")
      .select(["organization_id as organizationId", "file_id as fileId", "created_at as createdAt"])
      .where("storage_key", "is", null)
      .where("lost_at", "is", null)
      .where("created_at", "<", madeBefore)
      .orderBy("created_at")
      .limit(limit)
      .execute(),
  );
}
