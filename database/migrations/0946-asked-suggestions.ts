import { type Kysely, sql } from "kysely";

/** Of an agent's drafts and failures those that a person of the centre or a visitor asked for: they do not use up its day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table assistant_usage add column asked integer not null default 0`.execute(db);
}
