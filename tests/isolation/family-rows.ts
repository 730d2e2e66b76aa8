import { LeadId, type RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { newId } from "./new-id.ts";
import type { Stage } from "./stage.ts";

/** A second lead of the same person beside the first, and a third that was merged into the first. */
export interface FamilyRows {
  twinId: LeadId;
  goneId: LeadId;
  mergeId: RecordId;
}

/** New ids for them; `restoreFamily` makes the rows. */
export function familyIds(): FamilyRows {
  return { twinId: LeadId.parse(v7()), goneId: LeadId.parse(v7()), mergeId: newId() };
}

/** Both as they were first, whatever a call has changed, assigned to the same person as the first lead. */
export async function restoreFamily(
  { base }: Stage,
  rows: FamilyRows & { leadId: LeadId; nickname: string; salesId: string },
): Promise<void> {
  const { owner } = base;
  const ids = [rows.twinId, rows.goneId];
  await owner.query(
    `insert into lead (organization_id, lead_id, branch_id, nickname, sales_id, lead_date)
     select organization_id, made, branch_id, $2, sales_id, lead_date from lead, unnest($3::uuid[]) as made
     where lead_id = $1 on conflict do nothing`,
    [rows.leadId, rows.nickname, ids],
  );
  await owner.query(
    `update lead set version = 1, family_id = null, fullname = first.nickname, sales_id = first.sales_id, tutor_id = null,
       deleted_at = case when lead.lead_id = $3 then now() end,
       merged_into = case when lead.lead_id = $3 then first.lead_id end
     from lead first where first.lead_id = $1 and lead.lead_id = any($2::uuid[])`,
    [rows.leadId, ids, rows.goneId],
  );
  await owner.query("update lead set deleted_at = null, merged_into = null, family_id = null where lead_id = $1", [
    rows.leadId,
  ]);
  await owner.query("delete from lead_not_same where lead_id = any($1::uuid[]) or other_id = any($1::uuid[])", [ids]);
  await owner.query(
    `insert into lead_merge (organization_id, merge_id, kept_id, from_id, from_name, before, after, moved, merged_by)
     select organization_id, $2, lead_id, $3, $4, '{}', '{}', '{}', $5 from lead where lead_id = $1
     on conflict (organization_id, merge_id) do update set undone_at = null, undone_by = null`,
    [rows.leadId, rows.mergeId, rows.goneId, rows.nickname, rows.salesId],
  );
}
