import { FileId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { safeName } from "../rules.ts";

/** The facts about an expected file once its bytes are in the store. */
export interface FetchedFile {
  storageKey: string;
  contentType: string;
  /** Without the dot; appended to a name that has none. Empty: unknown. */
  extension: string;
  size: number;
  width: number | null;
  height: number | null;
}

/** Completes the row of an expected file. Returns whether it was still waiting. */
export async function fillFile(tx: Tx, scope: Scope, fileId: FileId, fetched: FetchedFile): Promise<boolean> {
  const result = await tx
    .updateTable("stored_file")
    .set({
      storage_key: fetched.storageKey,
      content_type: fetched.contentType,
      ...(fetched.extension !== "" && {
        name: sql<string>`case when name like '%.%' then name else name || ${`.${fetched.extension}`} end`,
      }),
      size: fetched.size,
      width: fetched.width,
      height: fetched.height,
      lost_at: null,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("file_id", "=", fileId)
    .where("storage_key", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Marks an expected file as unavailable. Returns whether it was still waiting. */
export async function loseFile(tx: Tx, scope: Scope, fileId: FileId): Promise<boolean> {
  const result = await tx
    .updateTable("stored_file")
    .set({ lost_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("file_id", "=", fileId)
    .where("storage_key", "is", null)
    .where("lost_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Creates the row of a file that is still at a provider; `fillFile` or `loseFile` completes it. */
export async function expectFile(tx: Tx, scope: Scope, file: { name: string; contentType: string }): Promise<FileId> {
  const fileId = FileId.parse(v7());
  await tx
    .insertInto("stored_file")
    .values({
      organization_id: scope.organizationId,
      file_id: fileId,
      name: safeName(file.name, "file"),
      content_type: file.contentType,
      width: null,
      height: null,
      storage_key: null,
      created_by: null,
    })
    .execute();
  return fileId;
}
