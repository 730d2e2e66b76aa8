import type { Schema } from "@homeroom/database/schema";
import { Kysely } from "kysely";
import pg from "pg";
import type { Log } from "#platform/log/log";
import { ScopedPostgresDialect } from "./opening.ts";
import { createPool } from "./pool.ts";
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

/**
 * Connects as the application's restricted role (see access.ts), which ends statements that run longer than 20 s. A
 * connection that breaks is replaced, and a caller waits at most 10 s for one.
 */
export function connectDatabase(url: string, poolSize: number, log: Log): DatabaseConnection {
  const config = {
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: "homeroom",
  };
  const pool = createPool(config, log);
  const db = new Kysely<Schema>({ dialect: new ScopedPostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}
