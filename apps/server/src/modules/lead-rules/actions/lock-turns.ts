import type { BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * Serialises assignments of a branch's leads and changes of its rules until the transaction ends: turns read after
 * this are current. Callers that also lock leads lock them first.
 */
export async function lockTurns(tx: Tx, scope: Scope, branchIds: readonly BranchId[]): Promise<void> {
  // One after the other, always in the same order.
  for (const branchId of [...new Set(branchIds)].sort()) {
    const turns = `sales-turn:${scope.organizationId}:${branchId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${turns}, 0))`.execute(tx);
  }
}
