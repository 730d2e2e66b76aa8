import pg from "pg";
import type { Log } from "#platform/log/log";

/**
 * A pool that survives lost connections: a pending query rejects, an idle connection is replaced, and both are logged.
 */
export function createPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({ keepAlive: true, keepAliveInitialDelayMillis: 10_000, ...config });
  const lost = (error: Error) =>
    log.warn({ reason: error.message, pool: config.application_name }, "A database connection was lost");
  pool.on("error", lost);
  // A lent connection reports its end itself; without a listener that would be an uncaught error.
  pool.on("connect", (client) => void client.on("error", lost));
  return pool;
}
