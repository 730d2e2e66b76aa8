import { LeadId, type RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import type { LeadRows } from "./lead-rows.ts";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** A change of the lead with others that `salesId` made, and a deleted lead of theirs. */
export interface BulkRows {
  bulkId: RecordId;
  binnedId: LeadId;
  binnedName: string;
}

/** New ids for them; `restoreBulk` makes the rows. */
export function bulkIds(name: string): BulkRows {
  return { bulkId: newId(), binnedId: LeadId.parse(v7()), binnedName: `${name}的舊名單` };
}

/** A bulk change that gave the lead its sales, and a deleted lead. */
export async function restoreBulk(
  { base }: Stage,
  rows: BulkRows & Pick<LeadRows, "leadId" | "organizationId" | "branchId" | "salesId">,
): Promise<void> {
  await base.owner.query("update lead set deleted_at = null, deleted_by = null where lead_id = $1", [rows.leadId]);
  await base.owner.query("update conversation set hidden_at = null where lead_id = $1", [rows.leadId]);
  await base.owner.query(
    `insert into lead_bulk_run (organization_id, bulk_id, account_id, actor, kind, action, query, state, total, done_through, changed_count)
     values ($1, $2, $3, '{}', 'assign', '{"kind":"assign"}', '{}', 'done', 1, 1, 1)
     on conflict (organization_id, bulk_id) do update set state = 'done', done_through = 1`,
    [rows.organizationId, rows.bulkId, rows.salesId],
  );
  await base.owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, sales_id, lead_date, deleted_at)
     values ($1, $2, $3, $4, $5, '2026-11-01', now())
     on conflict (organization_id, lead_id) do update set deleted_at = now(), deleted_by = null`,
    [rows.organizationId, rows.binnedId, rows.branchId, rows.binnedName, rows.salesId],
  );
}
