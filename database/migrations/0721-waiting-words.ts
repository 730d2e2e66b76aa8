import type { Kysely } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";

/** What customers said is read first, however many statuses of a broadcast wait. */
export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "inbound_delivery_waiting_words",
    definition:
      "on inbound_delivery (delivery_id) where processed_at is null and given_up_at is null and not is_status",
  },
];

export async function up(_db: Kysely<unknown>): Promise<void> {}
