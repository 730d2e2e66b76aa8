import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";

/** Forms that wait, by age. */
export const indexes: readonly ConcurrentIndex[] = [
  { name: "landing_entry_waiting", definition: "on landing_entry (created_at) where state = 'waiting'" },
];

/** How often a form whose job gave up was taken up again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table landing_entry add column attempts integer not null default 0`.execute(db);
}
