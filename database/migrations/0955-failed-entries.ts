import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";

/** Forms that have made no lead, of each page. */
export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "landing_entry_stuck",
    definition: "on landing_entry (organization_id, page_id, created_at) where state in ('waiting', 'failed')",
  },
];

const failed = `
alter table landing_entry
  -- Why no lead was made of it; null: nothing is known to be wrong.
  add column problem text check (problem in ('refused', 'unavailable')),
  drop constraint landing_entry_state_check,
  add constraint landing_entry_state_check check (state in ('waiting', 'done', 'trap', 'failed'));
`;

/** A form that can make no lead is not attempted for ever: it fails, and staff can have it attempted again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(failed).execute(db);
}
