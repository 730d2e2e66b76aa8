import type { AccountId, BranchId, RecordId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export interface FoundAbsence {
  absenceId: RecordId;
  accountId: AccountId;
  from: string;
  until: string;
  note: string;
  version: number;
  createdBy: AccountId;
  createdAt: Date;
}

/** No calendar shows more absences. */
const mostShown = 500;

const columns = sql`a.absence_id as "absenceId", a.account_id as "accountId", a.from_day::text as "from",
  a.until_day::text as "until", a.note, a.version, a.created_by as "createdBy", a.created_at as "createdAt"`;

/** Absences between two days within the scope: the actor's own, and with `others` those of the sales at its branches. */
export async function absencesBetween(
  tx: Tx,
  scope: Scope,
  wanted: { from: string; until: string; others: boolean; branchId?: BranchId | undefined },
): Promise<FoundAbsence[]> {
  const at = wanted.branchId ? worksAt(sql`array[${wanted.branchId}]::uuid[]`) : sql<SqlBool>`true`;
  const found = await sql<FoundAbsence>`
    select ${columns} from lead_absence a
    where a.organization_id = ${scope.organizationId} and a.until_day >= ${wanted.from}::date
      and a.from_day <= ${wanted.until}::date and ${inSight(scope, wanted.others)} and ${at}
    order by a.from_day, a.absence_id limit ${mostShown}`.execute(tx);
  return found.rows;
}

/** An absence within the scope, locked. */
export async function lockAbsence(
  tx: Tx,
  scope: Scope,
  { id, others }: { id: RecordId; others: boolean },
): Promise<FoundAbsence | undefined> {
  const found = await sql<FoundAbsence>`
    select ${columns} from lead_absence a
    where a.organization_id = ${scope.organizationId} and a.absence_id = ${id} and ${inSight(scope, others)}
    for update`.execute(tx);
  return found.rows[0];
}

/** Whether a person works as sales at a branch within the scope. */
export async function isSalesInSight(tx: Tx, scope: Scope, accountId: AccountId): Promise<boolean> {
  const branches = scope.branchIds ? sql`and s.branch_id = any(${sql.val([...scope.branchIds])}::uuid[])` : sql``;
  const found = await sql`
    select from assignable_sales s
    where s.organization_id = ${scope.organizationId} and s.account_id = ${accountId} ${branches} limit 1`.execute(tx);
  return found.rows.length > 0;
}

function inSight(scope: Scope, others: boolean): RawBuilder<SqlBool> {
  if (!others) return sql<SqlBool>`a.account_id = ${scope.accountId}`;
  if (!scope.branchIds) return sql<SqlBool>`true`;
  return sql<SqlBool>`(a.account_id = ${scope.accountId} or ${worksAt(sql`${sql.val([...scope.branchIds])}::uuid[]`)})`;
}

function worksAt(branchIds: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select from assignable_sales s where s.organization_id = a.organization_id
    and s.account_id = a.account_id and s.branch_id = any(${branchIds}))`;
}
