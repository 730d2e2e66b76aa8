import type { AccountId, FileId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { StoredFile } from "../queries.ts";

/** Takes a file that somebody uploaded for one use: nothing else can have it then. Undefined when it is not theirs, or taken. */
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
