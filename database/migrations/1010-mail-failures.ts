import { type Kysely, sql } from "kysely";

/** Why a plan's mail server could not be used; null: the plan was not paused for it, or by an earlier release. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table broadcast_plan add column mail_failure jsonb`.execute(db);
}
