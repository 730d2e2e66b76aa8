import { type Kysely, sql } from "kysely";

/** When a visitor filled in the form of an ad: its platform may announce it long after. Null: when it was stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ad_lead add column filled_at timestamptz`.execute(db);
}
