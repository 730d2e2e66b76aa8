import type { AccountId, LeadId, RecordId } from "@homeroom/contract/ids";
import type { LeadBulkRowTable, LeadBulkRunTable } from "@homeroom/database/lead-bulk-tables";
import { type Selectable, sql } from "kysely";
import { findRow, lockRow } from "#platform/db/find-row";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { BulkLead } from "./rules/bulk-plan.ts";

export type BulkRun = Selectable<LeadBulkRunTable>;
export type BulkRow = Selectable<LeadBulkRowTable>;

/** A bulk change by its id, whatever its author; `lock` keeps other processes from continuing it. */
export function findBulk(tx: Tx, scope: Scope, id: RecordId, lock?: "lock"): Promise<BulkRun | undefined> {
  return (lock ? lockRow : findRow)(tx, scope, "lead_bulk_run", { bulk_id: id });
}

const mostRecent = 20;

/** A person's bulk changes of the last 24 hours that had any leads, newest first. */
export function recentBulks(tx: Tx, scope: Scope, accountId: AccountId): Promise<BulkRun[]> {
  return tx
    .selectFrom("lead_bulk_run")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("account_id", "=", accountId)
    .where("created_at", ">", sql<Date>`now() - interval '24 hours'`)
    .where("total", ">", 0)
    .orderBy("created_at", "desc")
    .limit(mostRecent)
    .execute();
}

/** The next rows of a run after the one up to which it is done; `changed`: only those that the run changed. */
export function nextRows(
  tx: Tx,
  scope: Scope,
  run: BulkRun,
  { limit, changed }: { limit: number; changed?: boolean },
): Promise<BulkRow[]> {
  let query = tx
    .selectFrom("lead_bulk_row")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("bulk_id", "=", run.bulk_id)
    .where("row_number", ">", run.done_through)
    .orderBy("row_number")
    .limit(limit);
  if (changed) query = query.where("outcome", "=", "changed");
  return query.execute();
}

/** The given leads that exist and are visible, locked in the order of their ids. */
export async function lockBulkLeads(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<BulkLead[]> {
  const found = await sql<BulkLead>`
    select lead_id as "leadId", branch_id as "branchId", sales_id as "salesId", tutor_id as "tutorId",
      status_id as "statusId", result_id as "resultId", regular_contact_id as "regularContactId", tag_ids as "tagIds",
      channel_id as "channelId", secondary_channel_id as "secondaryChannelId", country,
      family_id as "familyId", contact1_e164 as "contact1Phone", version
    from lead where ${visibleRows(scope, "lead")} and deleted_at is null
      and lead_id = any(${sql.val([...ids])}::uuid[])
    order by lead_id for no key update`.execute(tx);
  return found.rows;
}
