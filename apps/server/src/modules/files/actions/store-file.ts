import type { AccountId } from "@homeroom/contract/ids";
import { FileId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { requireRoom } from "#modules/plan-limits/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import type { StoredFile } from "../queries.ts";
import { safeName } from "../rules.ts";

/** A finished file in a temporary place, its type already told by its bytes. */
export interface FinishedFile {
  path: string;
  name: string;
  contentType: string;
  size: number;
  width?: number;
  height?: number;
  createdBy: AccountId | null;
  /** Kept whatever the plan allows: it is paid for, or came from outside. */
  isOwed?: boolean;
  /** For one use alone, which takes it with `takeReserved`. Nothing else can have it, so it goes when that use ends. */
  isReserved?: boolean;
}

/**
 * Keeps a file: the bytes first, then the row, so that a row never points at nothing. After a crash in between the bytes
 * lie there unnamed and harm nobody. Throws STORAGE_FULL where a file that a person adds goes beyond the plan.
 */
export async function storeFile(platform: Platform, scope: Scope, file: FinishedFile): Promise<StoredFile> {
  const fileId = FileId.parse(v7());
  const key = `${scope.organizationId}/${fileId}`;
  if (file.createdBy && !file.isOwed)
    await inTransaction(platform.db, scope, (tx) => requireRoom(tx, scope, "storage", file.size));
  await platform.files.put(key, file.path);
  return inTransaction(platform.db, scope, (tx) =>
    tx
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
      .executeTakeFirstOrThrow(),
  );
}
