import type { AccountId } from "@homeroom/contract/ids";
import { FileId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { requireRoom } from "#modules/plan-limits/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { StoredFile } from "../queries.ts";
import { safeName } from "../rules.ts";

/** A complete file in a temporary place, its type determined from its bytes. */
export interface FinishedFile {
  path: string;
  name: string;
  contentType: string;
  size: number;
  width?: number;
  height?: number;
  createdBy: AccountId | null;
  /** Stored regardless of the plan's limit: it is paid for, or came from outside. */
  isOwed?: boolean;
  /** Reserved for one use, which takes it with `takeReserved`. Nothing else can use it, so it is removed with that use. */
  isReserved?: boolean;
}

/**
 * Stores a file: the bytes first, then the row, so that a row never points at nothing. After a crash in between, the bytes
 * are orphaned, which is harmless. Throws STORAGE_FULL if a person's file exceeds the plan.
 */
export async function storeFile(platform: Platform, scope: Scope, file: FinishedFile): Promise<StoredFile> {
  const fileId = FileId.parse(v7());
  const key = `${scope.organizationId}/${fileId}`;
  const isLimited = file.createdBy !== null && !file.isOwed;
  const requirePlace = (tx: Tx) => requireRoom(tx, scope, "storage", file.size);
  if (isLimited) await inTransaction(platform.db, scope, requirePlace);
  await platform.files.put(key, file.path);
  try {
    return await inTransaction(platform.db, scope, async (tx) => {
      // Checked again with the row: simultaneous uploads may have used the remaining space.
      if (isLimited) await requirePlace(tx);
      return insertFile(tx, scope, { ...file, fileId, key });
    });
  } catch (error) {
    if (error instanceof AppError) await platform.files.remove(key);
    throw error;
  }
}

/** Claims a file that a person uploaded for one use: nothing else can use it then. Undefined if not theirs or claimed. */
export function takeReserved(
  tx: Tx,
  scope: Scope,
  { fileId, accountId }: { fileId: FileId; accountId: AccountId },
): Promise<StoredFile | undefined> {
  return tx
    .updateTable("stored_file")
    .set({ reserved_for: null })
    .where("organization_id", "=", scope.organizationId)
    .where("file_id", "=", fileId)
    .where("reserved_for", "=", accountId)
    .returningAll()
    .executeTakeFirst();
}

function insertFile(
  tx: Tx,
  scope: Scope,
  { fileId, key, ...file }: FinishedFile & { fileId: FileId; key: string },
): Promise<StoredFile> {
  return tx
    .insertInto("stored_file")
    .values({
      organization_id: scope.organizationId,
      file_id: fileId,
      name: safeName(file.name, "file"),
      content_type: file.contentType,
      size: file.size,
      width: file.width ?? null,
      height: file.height ?? null,
      storage_key: key,
      created_by: file.isReserved ? null : file.createdBy,
      ...(file.isReserved && { reserved_for: file.createdBy }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
