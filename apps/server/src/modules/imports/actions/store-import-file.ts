import type { FileId } from "@homeroom/contract/ids";
import { storeFile } from "#modules/files/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import { openTable } from "#platform/tables/read-table";
import { type Dialect } from "./read-import-file.ts";

/** Stores an uploaded table after checking that it can be read. Throws as `openTable` does. */
export async function storeImportFile(
  platform: Platform,
  actor: Actor,
  { upload, dialect }: { upload: Upload; dialect: Dialect },
): Promise<FileId> {
  const table = await openTable(upload.path, { contentType: upload.contentType, ...dialect });
  await table.close();
  const file = await storeFile(platform, sharedScope(actor), {
    path: upload.path,
    name: upload.fileName || `import.${upload.extension}`,
    contentType: upload.contentType,
    size: upload.size,
    createdBy: actor.accountId,
  });
  await inTransaction(platform.db, sharedScope(actor), (tx) =>
    tx.insertInto("import_file").values({ organization_id: actor.organizationId, file_id: file.file_id }).execute(),
  );
  return file.file_id;
}
