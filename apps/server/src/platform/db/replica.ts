import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { Log } from "#platform/log/log";
import type { DatabaseAccess } from "./access.ts";
import { connectDatabase } from "./database.ts";
import { isCollision, isDatabaseAway } from "./failures.ts";
import type { Scope } from "./scope.ts";
import { type Database, inTransaction, type Tx } from "./transaction.ts";

/** A replica that is further behind is not read: figures and exports may be as old as this. */
const maxLagSeconds = 10;
const lookEveryMs = 2000;
/** How many positions of the primary are remembered: two minutes of them. */
const maxMarks = 60;

/** A server that follows the database by streaming replication. */
export interface Replica {
  /** The replica to read from; null while it is away or too far behind. */
  current(): Database | null;
  /** How many seconds it is behind, to within two; infinite while it is away. */
  lagSeconds(): number;
  /** Nobody reads from it until it has answered again. */
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
 * Connects to a replica as the application's restricted role, whose password it has from the primary, and watches how far it is
 * behind. It is used once it has been seen to follow; that the primary is away does not change what it is used for.
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
 * Runs work that only reads, on the replica where there is one that follows closely, otherwise on the database itself: as
 * `inTransaction`, but what was written in the last seconds may be missing. When the replica goes away or cancels the work
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

interface Watched {
  primary: Database;
  replica: Database;
  stop: AbortSignal;
  change(behind: number, reason?: string): void;
}

/** A position of the primary's log, and when it was there. */
interface Mark {
  at: number;
  time: number;
}

async function watch({ primary, replica, stop, change }: Watched): Promise<void> {
  const marks: Mark[] = [];
  while (!stop.aborted) {
    // The primary may be away while the replica still answers.
    const at = await position(primary, sql`pg_current_wal_lsn()`).catch(() => null);
    if (at !== null) marks.push({ at, time: performance.now() });
    if (marks.length > maxMarks) marks.shift();
    try {
      const replayed = await position(replica, sql`pg_last_wal_replay_lsn()`);
      change(
        replayed === null ? Number.POSITIVE_INFINITY : behindSeconds(marks, replayed),
        "it does not follow anybody",
      );
    } catch (error) {
      change(Number.POSITIVE_INFINITY, reasonOf(error));
    }
    await sleep(lookEveryMs, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** A position in the log, in bytes since its beginning; null where the server has none. */
async function position(db: Database, where: RawBuilder<unknown>): Promise<number | null> {
  const found = await sql<{ at: string | null }>`select pg_wal_lsn_diff(${where}, '0/0') as at`.execute(db);
  const at = found.rows[0]?.at;
  return at === null || at === undefined ? null : Number(at);
}

/**
 * How long ago the primary was last where the replica is now: 0 when the replica has what was last seen there. Marks are in the
 * order of time; without any, nothing is known.
 */
export function behindSeconds(marks: readonly Mark[], replayed: number, now: number = performance.now()): number {
  const next = marks.find(({ at }) => at > replayed);
  if (next) return (now - next.time) / 1000;
  return marks.length === 0 ? Number.POSITIVE_INFINITY : 0;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
