import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * Holds phone numbers (E.164 digits) of the organisation until the transaction ends, so that of two people who register
 * one at once the second finds the first's lead. Taken before any lead's row lock, and in one order.
 */
export async function lockNumbers(tx: Tx, scope: Scope, numbers: readonly (string | null)[]): Promise<void> {
  const wanted = [...new Set(numbers.filter((number) => number !== null))].sort();
  for (const number of wanted) {
    const key = `lead-number:${scope.organizationId}:${number}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx);
  }
}
