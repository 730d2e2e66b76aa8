import { type Kysely, sql } from "kysely";

/** What the health check writes: a row for each process, to find out that the database takes writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table health_probe (
      process_id uuid primary key,
      probed_at timestamptz not null default now()
    )`.execute(db);
}
