import type { AccountId, BranchId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Which of these people a lead, its history or its notes name. */
export async function peopleInLeads(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<AccountId[]> {
  const { organizationId } = scope;
  const found = await sql<{ id: AccountId }>`
    select person.id from unnest(${sql.val([...ids])}::uuid[]) as person(id)
    where exists (select from lead where organization_id = ${organizationId}
        and (sales_id = person.id or tutor_id = person.id or created_by = person.id or updated_by = person.id))
      or exists (select from lead_log where organization_id = ${organizationId} and operator_id = person.id)
      or exists (select from lead_note where organization_id = ${organizationId} and created_by = person.id)`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}

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
