import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";

const waits = "(last_direction = 'in' or assistant_note is not null)";

/** The customers who wait for an answer, in the two orders of the queue. */
export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "conversation_waiting",
    definition: `on conversation (organization_id, (coalesce(waiting_since, last_inbound_at, created_at)), conversation_id)
      where ${waits}`,
  },
  {
    name: "conversation_window_closing",
    definition: `on conversation (organization_id, window_ends_at, conversation_id) where ${waits}`,
  },
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw("drop index conversation_longest_waiting").execute(db);
}
