import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** How many leads a person holds at a branch, as sales and as tutor. */
export interface HeldLeads {
  branchId: BranchId;
  sales: number;
  tutor: number;
}

/** What a person holds of the leads in sight, by branch. */
export async function countHeldBy(tx: Tx, scope: Scope, accountId: AccountId): Promise<HeldLeads[]> {
  const found = await sql<HeldLeads>`
    select branch_id as "branchId", count(*) filter (where sales_id = ${accountId})::int as sales,
      count(*) filter (where tutor_id = ${accountId})::int as tutor
    from lead where ${visibleRows(scope, "lead")} and deleted_at is null
      and (sales_id = ${accountId} or tutor_id = ${accountId})
    group by branch_id`.execute(tx);
  return found.rows;
}
