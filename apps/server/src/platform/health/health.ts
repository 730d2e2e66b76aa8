import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { v7 } from "uuid";
import { knownMigrations } from "#platform/db/migrations/known-migrations";
import type { Database } from "#platform/db/transaction";

interface HealthParts {
  readonly db: Database;
  isStopping(): boolean;
  hasLiveUpdates(): boolean;
  /** The folder of files and uploads. */
  readonly dataDir: string;
  /** Free bytes in that folder; for tests. */
  freeBytes?(folder: string): Promise<number>;
}

/** A disk with less than this counts as full: one upload takes up to 100 MB. */
const minFreeBytes = 128 * 1024 * 1024;

/** Checks that write run at most this often, however often health is requested. */
const probeEveryMs = 5000;

const answerWithinMs = 4000;

/**
 * `/health` (and `/api_basic/Health`): 200 when this process can serve: it reaches the database, every migration that the
 * code knows has run, the database accepts writes, the data folder has space, and live updates work. Otherwise 503 with the
 * reason. 503 while stopping, so that a load balancer sends requests elsewhere.
 */
export function registerHealth(app: FastifyInstance, parts: HealthParts): void {
  const check = createCheck(parts);
  for (const path of ["/health", "/api_basic/Health"]) {
    app.get(path, async (_request, reply) => {
      const problem = await check();
      return reply
        .code(problem ? 503 : 200)
        .header("cache-control", "no-store")
        .send({ status: problem ? "unavailable" : "ok", ...(problem && { problem }) });
    });
  }
}

/** Returns what is wrong, or null. */
function createCheck({ db, isStopping, hasLiveUpdates, dataDir, freeBytes = freeBytesOf }: HealthParts) {
  let migrated = false;
  const canWrite = atMostEvery(probeEveryMs, () => writeProbe(db));
  const hasRoom = atMostEvery(probeEveryMs, async () => (await freeBytes(dataDir)) >= minFreeBytes);
  return async (): Promise<string | null> => {
    if (isStopping()) return "stopping";
    try {
      if (migrated) await inTime(reachDatabase(db));
      else migrated = await inTime(hasMigrations(db, await knownMigrations()));
    } catch {
      return "database not reached";
    }
    if (!migrated) return "migrations missing";
    if (!(await canWrite())) return "database does not take writes";
    if (!(await hasRoom())) return "no room in the data folder";
    return hasLiveUpdates() ? null : "live updates interrupted";
  };
}

/** Runs a check at most once per period and shares its result. A check that throws has failed. Failed checks rerun at once. */
function atMostEvery(ms: number, run: () => Promise<boolean>): () => Promise<boolean> {
  let last: { result: Promise<boolean>; at: number } | undefined;
  return async () => {
    if (last && performance.now() - last.at < ms) return last.result;
    const current = { result: inTime(run()).catch(() => false), at: performance.now() };
    last = current;
    const succeeded = await current.result;
    if (!succeeded && last === current) last = undefined;
    return succeeded;
  };
}

/** Throws when something takes longer than a health check waits: a database that hangs counts as not reached. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const tooLate = new AbortController();
  const limit = sleep(answerWithinMs, undefined, { signal: tooLate.signal }).then(() => {
    throw new Error("The check takes too long");
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    limit.catch(() => undefined);
    tooLate.abort();
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const processId = v7();

/** Throws when the database does not answer. */
export async function reachDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db);
}

/** Whether all of these migrations have run in the database. */
async function hasMigrations(db: Database, wanted: readonly string[]): Promise<boolean> {
  const done = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const names = new Set(done.rows.map((row) => row.name));
  return wanted.every((name) => names.has(name));
}

/**
 * Whether the database accepts writes; throws when it does not. It writes a row, which needs WAL, and spills a sort to
 * disk, which needs new space: on a full disk an update alone can reuse old space for a long time.
 */
async function writeProbe(db: Database): Promise<boolean> {
  await db.transaction().execute(async (tx) => {
    await sql`
      insert into health_probe (process_id) values (${processId})
      on conflict (process_id) do update set probed_at = now()`.execute(tx);
    await sql`delete from health_probe where probed_at < now() - interval '1 day'`.execute(tx);
    await sql`set local work_mem = '64kB'`.execute(tx);
    await sql`
      select count(*) from (select number from generate_series(1, 4000) number order by md5(number::text) offset 1) sorted`.execute(
      tx,
    );
  });
  return true;
}
