import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";

export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "broadcast_recipient_without_status",
    definition: `on broadcast_recipient (queued_at)
      where state in ('unsure', 'accepted', 'sent') and message_id is not null`,
  },
];

/** Mails get no status, and stay accepted for good: who looks for messages without one does not read all mails there ever were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index broadcast_recipient_silent`.execute(db);
}
