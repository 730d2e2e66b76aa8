import type { Kysely } from "kysely";
import type { ConcurrentIndex } from "../migration.ts";
import { openToSystem } from "../row-security.ts";

/** Payments as their platforms name them in a notice, before it is known whose they are. */
export const indexes: readonly ConcurrentIndex[] = [
  { name: "payment_by_reference", definition: "on payment (reference, provider)" },
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await openToSystem(db, "payment", "read");
}
