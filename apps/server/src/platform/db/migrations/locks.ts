import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { onConnection } from "./owner-pool.ts";

const migrationLock = 4_811_003;
const backfillLock = 4_811_004;
const pauseMs = 200;

/**
 * Runs work on a connection that holds the migration lock. Others wait for it between statements, not within one: a
 * waiting statement keeps a snapshot, and a concurrent index build waits for all snapshots to end.
 */
export function withMigrationLock<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return onConnection(pool, async (client) => {
    while (!(await tryLock(client, migrationLock))) await sleep(pauseMs);
    // The lock goes with the connection, which ends with the pool.
    return work(client);
  });
}

/** Tries to take the lock of the one process that runs backfills. The connection holds it until it ends. */
export function tryBackfillLock(client: pg.ClientBase): Promise<boolean> {
  return tryLock(client, backfillLock);
}

async function tryLock(client: pg.ClientBase, lock: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [lock]);
  return rows[0]?.locked === true;
}
