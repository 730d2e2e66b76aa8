import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * Locks phone numbers (E.164 digits) and e-mails of the organisation until the transaction ends, so that of two people
 * who register one at once the second finds the first's lead. Call it before any lead's row lock, with everything the
 * transaction needs, in one order: every write of leads goes through here.
 */
export async function lockNumbers(tx: Tx, scope: Scope, claims: readonly (string | null)[]): Promise<void> {
  const wanted = [...new Set(claims.filter((claim) => claim !== null).filter((claim) => claim !== ""))].sort();
  if (wanted.length === 0) return;
  const keys = wanted.map((claim) => `lead-number:${scope.organizationId}:${claim}`);
  await sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0))
    from unnest(${sql.val(keys)}::text[]) with ordinality as wanted(name, place) order by place`.execute(tx);
}
