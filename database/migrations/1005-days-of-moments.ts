import { type Kysely, sql } from "kysely";

/** Without a moment there is no day, and nothing to run: half of what it cost to count a lead that changes hands. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function branch_day(uuid, uuid, timestamptz) strict`.execute(db);
}
