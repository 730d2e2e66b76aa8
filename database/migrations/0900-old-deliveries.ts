import type { Kysely } from "kysely";
import { openToSystem } from "../row-security.ts";

/** Deliveries of all organisations are removed when they are old: they hold what visitors wrote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await openToSystem(db, "landing_delivery", "write");
}
