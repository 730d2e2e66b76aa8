import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Log } from "#platform/log/log";
import type { DatabaseAccess } from "./access.ts";
import { connectDatabase } from "./database.ts";
import { isCollision, isDatabaseAway } from "./failures.ts";
import type { Scope } from "./scope.ts";
import { type Database, inTransaction, type Tx } from "./transaction.ts";

/** A replica that lags by more is not read: figures and exports may be this old. */
const maxLagSeconds = 10;
const lookEveryMs = 2000;
/** How many positions of the primary are kept: two minutes of them. */
const maxMarks = 60;

/** A server that follows the database by streaming replication. */
export interface Replica {
  /** The replica to read from; null while it is unreachable or lags too far. */
  current(): Database | null;
  /** Its lag in seconds, to within two; infinite while it is unreachable. */
  lagSeconds(): number;
  /** Stops reads from it until it answers again. */
  leave(error: unknown): void;
  stop(): Promise<void>;
}

interface ReplicaParts {
  readonly url: string;
  readonly access: DatabaseAccess;
  readonly primary: Database;
  readonly poolSize: number;
  readonly log: Log;
}

/**
 * Connects to a replica as the application's restricted role, whose password is replicated from the primary, and watches its
 * lag. It is used once it has been seen to follow. It stays in use while the primary is unreachable.
 */
export function followReplica({ url, access, primary, poolSize, log }: ReplicaParts): Replica {
  const address = asApplication(url, access.applicationUrl);
  const { db, close } = connectDatabase({ applicationUrl: address, sessionUrl: address }, { size: poolSize }, log);
  const state = { behind: Number.POSITIVE_INFINITY };
  const stopping = new AbortController();
  const isNear = () => state.behind <= maxLagSeconds;
  const change = (behind: number, reason?: string) => {
    const wasNear = isNear();
    state.behind = behind;
    if (wasNear === isNear()) return;
    if (isNear()) log.info({ behindSeconds: behind }, "Figures and exports are read from the replica");
    else log.warn({ behindSeconds: behind, reason }, "The replica is not used: it is away or too far behind");
  };
  const watching = watch({ primary, replica: db, stop: stopping.signal, change });
  return {
    current: () => (isNear() ? db : null),
    lagSeconds: () => state.behind,
    leave: (error) => change(Number.POSITIVE_INFINITY, reasonOf(error)),
    async stop() {
      stopping.abort();
      await watching;
      await close();
    },
  };
}

/**
 * Runs read-only work on the replica if there is one with little lag, otherwise on the database itself: like
 * `inTransaction`, but what was written in the last seconds may be missing. When the replica is lost or cancels the work
 * because of what it has to replay, the work runs again on the database.
 */
export async function readingFromReplica<Result>(
  { db, replica }: { readonly db: Database; readonly replica?: Pick<Replica, "current" | "leave"> | null },
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const follower = replica?.current();
  if (!replica || !follower) return inTransaction(db, scope, work);
  try {
    return await inTransaction(follower, scope, work);
  } catch (error) {
    if (isDatabaseAway(error)) replica.leave(error);
    else if (!isCollision(error)) throw error;
    return inTransaction(db, scope, work);
  }
}

/** The replica's address with the name and password of the application's role. */
function asApplication(url: string, applicationUrl: string): string {
  const [address, role] = [new URL(url), new URL(applicationUrl)];
  address.username = role.username;
  address.password = role.password;
  return address.href;
}

interface ReplicaWatch {
  primary: Database;
  replica: Database;
  stop: AbortSignal;
  change(behind: number, reason?: string): void;
}

/** A position in the primary's WAL, with the time. */
interface Mark {
  at: number;
  time: number;
}

async function watch({ primary, replica, stop, change }: ReplicaWatch): Promise<void> {
  const marks: Mark[] = [];
  while (!stop.aborted) {
    // The primary may be unreachable while the replica still answers.
    const at = await position(primary, sql`pg_current_wal_lsn()`).catch(() => null);
    if (at !== null) marks.push({ at, time: performance.now() });
    if (marks.length > maxMarks) marks.shift();
    try {
      const replayed = await position(replica, sql`pg_last_wal_replay_lsn()`);
      change(replayed === null ? Number.POSITIVE_INFINITY : behindSeconds(marks, replayed), "it follows no primary");
    } catch (error) {
      change(Number.POSITIVE_INFINITY, reasonOf(error));
    }
    await sleep(lookEveryMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** A position in the WAL, in bytes from its start; null if the server has none. */
async function position(db: Database, where: RawBuilder<unknown>): Promise<number | null> {
  const found = await sql<{ at: string | null }>`select pg_wal_lsn_diff(${where}, '0/0') as at`.execute(db);
  const at = found.rows[0]?.at;
  return at === null || at === undefined ? null : Number(at);
}

/**
 * How long ago the primary was at the replica's position: 0 when the replica has the newest one that was seen. Marks are in
 * time order; without marks the lag is unknown.
 */
export function behindSeconds(marks: readonly Mark[], replayed: number, now: number = performance.now()): number {
  const next = marks.find(({ at }) => at > replayed);
  if (next) return (now - next.time) / 1000;
  return marks.length === 0 ? Number.POSITIVE_INFINITY : 0;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
