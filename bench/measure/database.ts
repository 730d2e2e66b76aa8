import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DatabaseAccess, prepareAccess } from "@homeroom/server/platform/db/access";
import { connectDatabase } from "@homeroom/server/platform/db/database";
import { startEmbeddedPostgres } from "@homeroom/server/platform/db/embedded/launcher";
import { ownMachine } from "@homeroom/server/platform/db/embedded/server-settings";
import { migrate } from "@homeroom/server/platform/db/migrations/migrate";
import type { Database } from "@homeroom/server/platform/db/transaction";
import { createLog } from "@homeroom/server/platform/log/log";
import pg from "pg";
import { isDivided, makePooledDatabase } from "./divided-installation.ts";

/** Shared by the bench and the servers that it starts, so that both connect as the application's role. */
export const secretKey = createHash("sha256").update("bench").digest();

export interface BenchDatabase {
  access: DatabaseAccess;
  /** As the application's restricted role. */
  db: Database;
  /** As the owner, above row-level security. */
  owner: pg.Pool;
  stop(): Promise<void>;
}

/**
 * A migrated database in a folder of its own, on the embedded PostgreSQL exactly as production starts it, fsync on. In a
 * divided installation it belongs to a role that is no superuser, and servers reach it through PgBouncer. `owner` and
 * `access.ownerUrl` are a superuser's, to fill it and for references.
 */
export async function startBenchDatabase(): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "homeroom-bench-"));
  chmodSync(folder, 0o755); // as root, the server's user has to get in
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    settings: ownMachine(folder),
    log: { info: () => {}, error: (line) => console.error(line) },
  });
  const pooled = isDivided ? await makePooledDatabase(postgres.ownerUrl) : undefined;
  const migrated = await prepareAccess(pooled?.ownerUrl ?? postgres.ownerUrl, secretKey);
  await migrate(migrated);
  const access = { ...migrated, ownerUrl: pooled?.superuserUrl ?? postgres.ownerUrl };
  const { db, close } = connectDatabase(access, { size: 4 }, createLog("warn", "bench"));
  const owner = new pg.Pool({ connectionString: access.ownerUrl, max: 2 });
  // Idle connections that break when the database stops are not a failure.
  owner.on("error", () => undefined);
  return {
    access,
    db,
    owner,
    async stop() {
      await close();
      await owner.end();
      await pooled?.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs a measurement on a database of its own, which stops afterwards, also when the measurement fails. */
export async function withBenchDatabase(measure: (database: BenchDatabase) => Promise<void>): Promise<void> {
  const database = await startBenchDatabase();
  try {
    await measure(database);
  } finally {
    await database.stop();
  }
}
