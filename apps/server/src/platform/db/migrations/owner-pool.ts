import pg from "pg";

/**
 * How long a migration waits for a table in use. Later queries queue behind a waiting migration, so after this time it
 * gives up its place and tries again.
 */
const limitWaits = "set lock_timeout = '3s'";

/** A few connections as the owner. Statements wait for a lock for a limited time. */
export function openOwnerPool(ownerUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  // A pending query already rejects when the connection breaks; an idle connection may break silently.
  pool.on("error", ignore);
  pool.on("connect", (client) => {
    client.on("error", ignore);
    client.query(limitWaits).catch(ignore);
  });
  return pool;
}

/** Runs work on one connection of the pool. */
export async function onConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

/** Runs work on a connection of the pool; its statements wait for locks without a limit. */
export async function withoutLockTimeout(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query("set lock_timeout = 0");
  await work();
  await client.query(limitWaits);
}

function ignore(): void {}
