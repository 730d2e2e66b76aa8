import { type Kysely, sql } from "kysely";

/** A plan to one number, with which somebody tries out what they are about to send. Lists of plans do not show it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table broadcast_plan add column is_test boolean not null default false").execute(db);
}
