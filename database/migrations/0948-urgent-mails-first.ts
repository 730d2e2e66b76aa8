import { type Kysely, sql } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";

export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "outgoing_mail_next",
    definition: "on outgoing_mail (urgent desc, next_try_at) where sent_at is null and gave_up_at is null",
  },
];

/** The new one finds the mails that wait as well, the urgent ones first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index outgoing_mail_waiting`.execute(db);
}
