import type { FileId } from "@homeroom/contract/ids";
import { isBackingUp } from "#platform/backup/lock";
import type { Scope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";

type Parts = Pick<Platform, "db" | "files">;

const bytesAtOnce = 200;

/** Removes up to `limit` of an organisation's files. Returns how many; 0 if none are left. */
export async function removeFiles(parts: Parts, scope: Scope, limit = 200): Promise<number> {
  const found = await inTransaction(parts.db, scope, (tx) =>
    tx
      .selectFrom("stored_file")
      .select("file_id")
      .where("organization_id", "=", scope.organizationId)
      .limit(limit)
      .execute(),
  );
  await removeFilesByIds(
    parts,
    scope,
    found.map((file) => file.file_id),
  );
  return found.length;
}

/**
 * Removes those of an organisation's files that exist, with their resized copies: first rows, then bytes. During a backup, which
 * may have read the rows, the bytes stay until the next sweep; so they do after a crash.
 */
export async function removeFilesByIds(parts: Parts, scope: Scope, ids: readonly FileId[]): Promise<void> {
  if (ids.length === 0) return;
  const keys = await inTransaction(parts.db, scope, async (tx) => {
    const removed = await tx
      .deleteFrom("stored_file")
      .where("organization_id", "=", scope.organizationId)
      .where((row) => row.or([row("file_id", "in", [...ids]), row("narrow_of", "in", [...ids])]))
      .returning("storage_key")
      .execute();
    const named = removed.flatMap(({ storage_key: key }) => key ?? []);
    if (named.length > 0) {
      const rows = named.map((key) => ({ storage_key: key }));
      await tx
        .insertInto("removed_file")
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    return named;
  });
  if (keys.length > 0 && !(await isBackingUp(parts.db))) await removeBytes(parts, keys);
}

/** Removes bytes whose rows are gone, unless a backup is running. Returns whether there may be more. */
export async function removeLeftBytes(parts: Parts): Promise<boolean> {
  const found = await inSystemTransaction(parts.db, (tx) =>
    tx.selectFrom("removed_file").select("storage_key").limit(bytesAtOnce).execute(),
  );
  if (found.length === 0 || (await isBackingUp(parts.db))) return false;
  await removeBytes(
    parts,
    found.map(({ storage_key: key }) => key),
  );
  return found.length === bytesAtOnce;
}

async function removeBytes({ db, files }: Parts, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.remove(key);
  await inSystemTransaction(db, (tx) =>
    tx
      .deleteFrom("removed_file")
      .where("storage_key", "in", [...keys])
      .execute(),
  );
}
