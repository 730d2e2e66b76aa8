import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "#platform/db/transaction";

/**
 * The advisory lock that a backup holds from before its snapshot until it has copied the last file. A file is removed
 * in two steps: its row is deleted and committed first; if no backup runs then, no later one can know it, and the bytes go.
 */
export const backupLock = 4_811_130;

/** Whether a backup is being made of this database right now. */
export async function isBackingUp(db: Database): Promise<boolean> {
  const { rows } = await db
    .transaction()
    .execute((tx) =>
      sql<{ free: boolean }>`select pg_try_advisory_xact_lock_shared(${backupLock}) as free`.execute(tx),
    );
  return rows[0]?.free !== true;
}

/** The fingerprint of the key that a backup holds, so that a restore can check that the key is the same. */
export function keyMarkOf(secretKey: Buffer): string {
  return createHmac("sha256", secretKey).update("mark of a backup").digest("hex").slice(0, 32);
}
