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
 * Makes (or refreshes) the restricted role of the database that `ownerUrl` names, `<database>_app`: it can sign in and
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
  // When the connection breaks, the pending query rejects. Without a listener the error event would also end the process.
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
    // Stored on the role: poolers ignore settings that a connection sends at its start.
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

/**
 * Grants the restricted role what it needs on the tables of the public schema and of the job queue; run after migrating. What
 * others have put there, such as an extension or another program, is not touched.
 */
export async function grantAccess(client: pg.Client | pg.PoolClient, role: string): Promise<void> {
  const name = client.escapeIdentifier(role);
  await client.query("begin");
  // Processes that start together must not change the same rights at once. The wait is short, so it has no timeout.
  await client.query("set local lock_timeout = 0");
  await client.query("select pg_advisory_xact_lock(hashtext($1))", [role]);
  for (const schema of ["public", "pgboss"]) {
    await client.query(`grant usage on schema ${schema} to ${name}`);
    const { tables, sequences, routines, ownersViews } = await readOwned(client, schema);
    if (tables) await client.query(`grant select, insert, update, delete on table ${tables} to ${name}`);
    if (sequences) await client.query(`grant usage, select on sequence ${sequences} to ${name}`);
    if (routines) await client.query(`grant execute on routine ${routines} to ${name}`);
    // A view that runs with its owner's rights limits what is read, but not what is written.
    if (ownersViews) await client.query(`revoke insert, update, delete on table ${ownersViews} from ${name}`);
  }
  await client.query("commit");
}

/** Lists of names as they go into a statement; null where there is nothing. */
type OwnedObjects = Record<"tables" | "sequences" | "routines" | "ownersViews", string | null>;

/** What the client's role owns in a schema. */
async function readOwned(client: pg.Client | pg.PoolClient, schema: string): Promise<OwnedObjects> {
  const { rows } = await client.query<OwnedObjects>(
    `with owned as (
       select format('%I.%I', $1::text, relname) as name, relkind as kind, coalesce(reloptions, '{}') as options
         from pg_class where relnamespace = $1::regnamespace and pg_has_role(relowner, 'member'))
     select string_agg(name, ', ') filter (where kind in ('r', 'p', 'v', 'm', 'f')) as tables,
       string_agg(name, ', ') filter (where kind = 'S') as sequences,
       string_agg(name, ', ') filter (where kind = 'v' and not options @> '{security_invoker=true}') as "ownersViews",
       (select string_agg(format('%I.%I(%s)', $1::text, proname, pg_get_function_identity_arguments(oid)), ', ')
          from pg_proc where pronamespace = $1::regnamespace and pg_has_role(proowner, 'member')) as routines
     from owned`,
    [schema],
  );
  return rows[0] ?? { tables: null, sequences: null, routines: null, ownersViews: null };
}

/** The restricted role's name in an application address. */
export function roleOf(access: DatabaseAccess): string {
  return decodeURIComponent(new URL(access.applicationUrl).username);
}
