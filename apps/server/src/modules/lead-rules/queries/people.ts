import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** An active sales person of a branch, with their last turn among leads without a matching rule. */
export interface BranchSales {
  branchId: BranchId;
  accountId: AccountId;
  lastTurn: number;
}

/** The active sales of some branches. */
export async function salesOf(tx: Tx, scope: Scope, branchIds: readonly BranchId[]): Promise<BranchSales[]> {
  const found = await sql<BranchSales>`
    select s.branch_id as "branchId", s.account_id as "accountId", coalesce(t.last_turn, 0) as "lastTurn"
    from assignable_sales s left join branch_turn t using (organization_id, branch_id, account_id)
    where s.organization_id = ${scope.organizationId} and s.branch_id = any(${sql.val([...branchIds])}::uuid[])
    order by s.account_id`.execute(tx);
  return found.rows;
}

/** The first and last day of an absence. */
export interface Absence {
  accountId: AccountId;
  from: string;
  until: string;
}

/** The absences of these people between two days. */
export async function awayOf(
  tx: Tx,
  scope: Scope,
  { ids, from, until }: { ids: readonly AccountId[]; from: string; until: string },
): Promise<Absence[]> {
  const found = await sql<Absence>`
    select account_id as "accountId", from_day::text as "from", until_day::text as "until" from lead_absence
    where organization_id = ${scope.organizationId} and account_id = any(${sql.val([...new Set(ids)])}::uuid[])
      and until_day >= ${from}::date and from_day <= ${until}::date`.execute(tx);
  return found.rows;
}

/** The number of leads of these people that are neither won nor closed, at any branch. */
export async function openLeadsOf(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<Map<AccountId, number>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: AccountId; open: number }>`
    select sales_id as id, count(*)::int as open from assignable_lead
    where organization_id = ${scope.organizationId} and sales_id = any(${sql.val([...new Set(ids)])}::uuid[]) and is_open
    group by sales_id`.execute(tx);
  return new Map(found.rows.map(({ id, open }) => [id, open]));
}
