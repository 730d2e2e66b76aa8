import { type Kysely, sql } from "kysely";
import { openToSystem } from "../row-security.ts";

/** Decisions about leads that are too old are found and removed, whichever organisation's they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index lead_assignment_by_age on lead_assignment (created_at)`.execute(db);
  await openToSystem(db, "lead_assignment", "write");
}
