import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { holdsRole } from "../queries.ts";

/**
 * Whose turn it is to get the branch's next lead: of its active sales the one who has waited longest, who goes to the
 * end of the queue with this. Leads that come at the same moment take their turns one after the other, each when the
 * transaction of the one before has ended. Null: the branch has no sales.
 */
export async function takeNextSales(tx: Tx, scope: Scope, branchId: BranchId): Promise<AccountId | null> {
  const turns = `sales-turn:${scope.organizationId}:${branchId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${turns}, 0))`.execute(tx);
  const found = await sql<{ account_id: AccountId }>`
    update account_branch set last_assigned_at = clock_timestamp()
    where organization_id = ${scope.organizationId} and branch_id = ${branchId} and account_id = (
      select ab.account_id from account_branch ab
      join account a using (organization_id, account_id)
      where ab.organization_id = ${scope.organizationId} and ab.branch_id = ${branchId}
        and a.status = 1 and ${holdsRole("sales")}
      order by ab.last_assigned_at nulls first, ab.account_id
      limit 1)
    returning account_id`.execute(tx);
  return found.rows[0]?.account_id ?? null;
}
