import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "#platform/log/log";
import { type NamedBackfill, reopenBackfill, runBatch, unfinishedBackfills } from "./backfill.ts";
import { giveWay } from "./give-way.ts";
import { loadMigrations, type Migrations } from "./known-migrations.ts";
import { tryBackfillLock } from "./locks.ts";
import { MigrationError } from "./migration-error.ts";
import { onConnection, openOwnerPool } from "./owner-pool.ts";

/** The pause while another process runs them, or after a failure. */
const waitMs = 10_000;
const minPauseMs = 20;

interface BackfillParts {
  readonly ownerUrl: string;
  readonly log: Log;
  /** Used instead of all migrations that the code knows. */
  readonly migrations?: Migrations;
}

/**
 * Runs the backfills of migrations in the background until all are finished. Several processes may do so; a stop lets
 * the batch at hand finish, and the next start goes on after it.
 */
export function startBackfills(parts: BackfillParts): { stop(): Promise<void>; finished: Promise<void> } {
  const stopping = new AbortController();
  const finished = runUntilFinished(parts, stopping.signal);
  return {
    finished,
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

/**
 * Runs a backfill to its end, for a migration that relies on it. Checks all rows again if the backfill was finished while
 * processes of an earlier release could still write some. Throws MigrationError.
 */
export async function finishBackfill(client: pg.ClientBase, named: NamedBackfill): Promise<void> {
  await reopenBackfill(client, named.name);
  const next = () =>
    runBatch(client, named).catch((error: unknown) => {
      throw MigrationError.of(`The backfill of ${named.name}`, error);
    });
  while (!(await giveWay(next)));
}

async function runUntilFinished(parts: BackfillParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await runAll(parts, signal)) return;
    } catch (error) {
      parts.log.warn({ reason: (error as Error).message }, "A backfill failed; trying again");
    }
    await pause(waitMs, signal);
  }
}

/** Runs what it can; returns whether nothing is left. */
async function runAll({ ownerUrl, log, migrations }: BackfillParts, signal: AbortSignal): Promise<boolean> {
  const known = migrations ?? (await loadMigrations());
  const pool = openOwnerPool(ownerUrl);
  try {
    return await onConnection(pool, async (client) => {
      if (!(await tryBackfillLock(client))) return false;
      for (const name of await unfinishedBackfills(client)) {
        const backfill = known[name]?.backfill;
        if (backfill && (await runOne(client, { name, backfill }, signal)))
          log.info({ migration: name }, "A backfill is finished");
      }
      return (await unfinishedBackfills(client)).length === 0;
    });
  } finally {
    await pool.end();
  }
}

/** Pauses for as long as each batch took, to leave time for others. Returns whether the backfill is finished. */
async function runOne(client: pg.ClientBase, named: NamedBackfill, signal: AbortSignal): Promise<boolean> {
  for (;;) {
    const begunAt = performance.now();
    const isFinished = await runBatch(client, named);
    if (isFinished || signal.aborted) return isFinished;
    await pause(Math.max(minPauseMs, performance.now() - begunAt), signal);
  }
}

/** Ends early when `signal` aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
