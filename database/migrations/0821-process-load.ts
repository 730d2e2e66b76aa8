import { type Kysely, sql } from "kysely";

const load = `
-- How much of the last moments each process worked for people; broadcasts of other processes give way to them. It is
-- rewritten twice a second and worth nothing after a crash.
create unlogged table process_load (
  process_id uuid primary key,
  busy_share real not null check (busy_share between 0 and 1),
  told_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
`;

/** How busy the processes are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(load).execute(db);
}
