import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";

/** By age, what is still to be emptied: the page of a delivery stays, so that it can be fetched again. */
export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "ad_lead_filled",
    definition: "on ad_lead (created_at) where payload - 'page_id' <> '{}' and state <> 'waiting'",
  },
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index ad_lead_by_age`.execute(db);
}
