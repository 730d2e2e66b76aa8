import type pg from "pg";

/**
 * Conditions that searches are made of. Behind row-level security the planner uses an index for a condition only when
 * its function is marked leakproof, and PostgreSQL ships these without the mark: a search would read the whole table.
 * None of them says anything of a row that it is not asked for: they raise no errors that depend on the data.
 */
const searchFunctions = [
  "textlike(text, text)",
  "arraycontains(anyarray, anyarray)",
  "arrayoverlap(anyarray, anyarray)",
  "search_keys(uuid, text)",
  "message_keys(uuid, timestamptz, text)",
  "lower(text)",
];

/**
 * Lets searches use their indexes. Only a superuser may say so; on a server where the owner is none, searches give the
 * same rows and read all of an organisation's to find them. Answers whether searches are indexed.
 */
export async function allowIndexedSearch(client: pg.PoolClient): Promise<boolean> {
  await client.query("begin");
  try {
    // The functions belong to the whole database, and two processes that start together must not both alter them.
    await client.query("select pg_advisory_xact_lock(hashtext('indexed-search'))");
    const { rows } = await client.query<{ name: string; superuser: boolean }>(
      `select wanted as name, (select rolsuper from pg_roles where rolname = current_user) as superuser
       from unnest($1::text[]) as wanted join pg_proc on pg_proc.oid = wanted::regprocedure where not proleakproof`,
      [searchFunctions],
    );
    const allowed = rows.every(({ superuser }) => superuser);
    if (allowed) for (const { name } of rows) await client.query(`alter function ${name} leakproof`);
    return allowed;
  } finally {
    await client.query("commit");
  }
}
