import pg from "pg";
import type { Log } from "#platform/log/log";
import type { DatabaseAccess } from "./access.ts";
import { createPool } from "./pool.ts";
import { adaptToPooler, PreparingClient } from "./prepared-client.ts";
import { ScopedDatabase } from "./scoped-database.ts";
import type { Database } from "./transaction.ts";

const { types } = pg;
// Days stay `YYYY-MM-DD` strings: a calendar day has no time zone. Counts fit a number.
types.setTypeParser(types.builtins.DATE, (text) => text);
types.setTypeParser(types.builtins.INT8, Number);

export interface DatabaseConnection {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

export interface PoolLimits {
  size: number;
  /** How long a caller waits for a connection at most. */
  waitMs?: number;
  /** How long the database may be silent while an answer is pending. */
  answerWithinMs?: number;
}

/**
 * Connects as the application's restricted role (see access.ts), which ends statements that run longer than 20 s. A
 * connection that breaks or no longer answers is replaced, and a caller waits at most `waitMs` for one. Statements issued together are sent
 * together. Frequent statements are prepared unless a pooler in between does not keep them.
 */
export function connectDatabase(
  { applicationUrl, sessionUrl }: Pick<DatabaseAccess, "applicationUrl" | "sessionUrl">,
  { size, waitMs = 10_000, answerWithinMs }: PoolLimits,
  log: Log,
): DatabaseConnection {
  const isDirect = applicationUrl === sessionUrl;
  const config = {
    connectionString: applicationUrl,
    Client: PreparingClient,
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 60_000,
    application_name: "homeroom",
    ...(answerWithinMs !== undefined && { answerWithinMs }),
    ...(!isDirect && { onConnect: (client: pg.ClientBase) => adaptToPooler(client as PreparingClient) }),
  };
  const pool = createPool(config, log);
  const db = new ScopedDatabase(pool);
  return { db, pool, close: () => pool.end() };
}
