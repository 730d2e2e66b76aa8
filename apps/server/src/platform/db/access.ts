import { createHmac } from "node:crypto";
import pg from "pg";

/** Addresses of one database. */
export interface DatabaseAccess {
  /** As the owner, who migrates. Never through a pooler. */
  ownerUrl: string;
  /** As the restricted role, for transactions. May go through a pooler such as PgBouncer. */
  applicationUrl: string;
  /** As the restricted role, for listening and the job queue, which need a dedicated connection. */
  sessionUrl: string;
}

/** The longest a statement of the application may run. A transaction that needs more time sets its own limit. */
const maxStatementTime = "20s";
const maxIdleInTransaction = "30s";

/**
 * Makes (or refreshes) the restricted role of the database that `ownerUrl` names, `<database>_app`: it may sign in and
 * nothing else, in particular not bypass row-level security. Its password is derived from the secret key, so that every
 * process knows it. `pooledUrl` is the same database behind a pooler. Throws when the owner may not create roles.
 */
export async function prepareAccess(
  ownerUrl: string,
  secretKey: Buffer,
  pooledUrl: string = ownerUrl,
): Promise<DatabaseAccess> {
  const address = new URL(ownerUrl);
  const database = decodeURIComponent(address.pathname.slice(1));
  const role = `${database}_app`;
  const password = createHmac("sha256", secretKey).update(`database role ${role}`).digest("hex");
  const client = new pg.Client({ connectionString: ownerUrl });
  // A break is told by the query that waits; told once more as an event, it would end the process with a stack.
  client.on("error", () => undefined);
  await client.connect();
  try {
    // Several processes may start at once; roles belong to the whole server, so the lock names the role.
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtext($1))", [role]);
    const { rows } = await client.query<{ unrestricted: boolean }>(
      "select rolsuper or rolbypassrls or rolcreaterole as unrestricted from pg_roles where rolname = $1",
      [role],
    );
    if (rows[0]?.unrestricted)
      throw new Error(`The role ${role} is not restricted: it must not pass row-level security`);
    const name = client.escapeIdentifier(role);
    const command = rows.length === 0 ? "create" : "alter";
    await client.query(`${command} role ${name} with login password ${client.escapeLiteral(password)}`);
    // Kept with the role: a pooler takes no settings when a connection starts.
    await client.query(`
      alter role ${name} set statement_timeout = '${maxStatementTime}';
      alter role ${name} set idle_in_transaction_session_timeout = '${maxIdleInTransaction}'`);
    await client.query("commit");
  } finally {
    await client.end();
  }
  const asApplication = (url: string) => {
    const address = new URL(url);
    address.username = encodeURIComponent(role);
    address.password = password;
    return address.href;
  };
  return { ownerUrl, applicationUrl: asApplication(pooledUrl), sessionUrl: asApplication(ownerUrl) };
}

/** Gives the restricted role what it needs on the tables of the public schema and of the job queue; run after migrating. */
export async function grantAccess(client: pg.Client | pg.PoolClient, role: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  await client.query("begin");
  // Processes that start together must not change the same rights at once. The wait is short, so it has no limit.
  await client.query("set local lock_timeout = 0");
  await client.query("select pg_advisory_xact_lock(hashtext($1))", [role]);
  for (const schema of ["public", "pgboss"]) {
    await client.query(`grant usage on schema ${schema} to ${name}`);
    await client.query(`grant select, insert, update, delete on all tables in schema ${schema} to ${name}`);
    await client.query(`grant usage, select on all sequences in schema ${schema} to ${name}`);
    await client.query(`grant execute on all functions in schema ${schema} to ${name}`);
  }
  // A view that runs with its owner's rights limits what is read, but not what is written.
  const { rows } = await client.query<{ view: string }>(`
    select format('%I.%I', n.nspname, c.relname) as view from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'v' and n.nspname = 'public' and not coalesce(c.reloptions @> '{security_invoker=true}', false)`);
  for (const { view } of rows) await client.query(`revoke insert, update, delete on ${view} from ${name}`);
  await client.query("commit");
}

/** The restricted role's name in an application address. */
export function roleOf(access: DatabaseAccess): string {
  return decodeURIComponent(new URL(access.applicationUrl).username);
}
