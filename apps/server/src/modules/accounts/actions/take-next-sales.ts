import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { holdsRole } from "../queries.ts";

/**
 * Whose turn it is to get the branch's next lead: of its active sales the one who has waited longest, who goes to the
 * end of the queue with this. Leads that come at the same moment go to different people. Null: the branch has no sales.
 */
export async function takeNextSales(tx: Tx, scope: Scope, branchId: BranchId): Promise<AccountId | null> {
  // Someone whose turn is being taken in another transaction is skipped; only when all are, we wait for one.
  const [free] = await waiting(tx, scope, branchId, "skip locked");
  const [next] = free ? [free] : await waiting(tx, scope, branchId, "");
  if (!next) return null;
  await tx
    .updateTable("account_branch")
    .set({ last_assigned_at: sql`clock_timestamp()` })
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", next)
    .where("branch_id", "=", branchId)
    .execute();
  return next;
}

async function waiting(tx: Tx, scope: Scope, branchId: BranchId, locked: "skip locked" | ""): Promise<AccountId[]> {
  const found = await sql<{ account_id: AccountId }>`
    select ab.account_id from account_branch ab
    join account a using (organization_id, account_id)
    where ab.organization_id = ${scope.organizationId} and ab.branch_id = ${branchId}
      and a.status = 1 and ${holdsRole("sales")}
    order by ab.last_assigned_at nulls first, ab.account_id
    limit 1 for no key update of ab ${sql.raw(locked)}`.execute(tx);
  return found.rows.map((row) => row.account_id);
}
