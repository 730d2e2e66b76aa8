import type { BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/**
 * Lets one transaction at a time give a branch's leads to people, or change its rules, until it ends: what is read after
 * this is where the turns stand. Who locks leads as well locks them first.
 */
export async function lockTurns(tx: Tx, scope: Scope, branchIds: readonly BranchId[]): Promise<void> {
  // One after the other, in one order for everyone.
  for (const branchId of [...new Set(branchIds)].sort()) {
    const turns = `sales-turn:${scope.organizationId}:${branchId}`;
    await sql`select pg_advisory_xact_lock(hashtextextended(${turns}, 0))`.execute(tx);
  }
}
