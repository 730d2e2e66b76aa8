import { FileId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { safeName } from "../rules.ts";

/** Makes the row of a file that is still at a provider; `fillFile` or `loseFile` completes it. */
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
