import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { lockLead } from "../queries/load-lead.ts";
import { changedFields, fieldsOf } from "../rules/lead-row.ts";
import { checkChoices } from "../writes/check-choices.ts";
import { editedEntry } from "../writes/edited-entry.ts";
import { onlyChanged, recordLeadChange } from "../writes/record-lead-change.ts";
import { saveLead } from "../writes/save-lead.ts";

/**
 * Gives a lead these tags and no others; the caller has seen to it that the actor may. Throws NOT_FOUND when out of sight
 * and FIELD_INVALID for what is no tag of the organisation. The tags that it has already change nothing.
 */
export async function setLeadTags(
  tx: Tx,
  scope: Scope,
  { actor, leadId, tag }: { actor: Actor; leadId: LeadId; tag: readonly RecordId[] },
): Promise<void> {
  const lead = await lockLead(tx, scope, leadId);
  const before = fieldsOf(lead);
  const after = { ...before, tag: [...new Set(tag)] };
  const kept = { sales: lead.sales_id, tutor: lead.tutor_id, avatarFileID: lead.avatar_file_id };
  refuseFaults(await checkChoices(tx, scope, { form: after, branchId: lead.branch_id, kept }));
  const fields = changedFields(before, after);
  if (fields.length === 0) return;
  const entries = await editedEntry(tx, scope, { before, after, fields });
  await saveLead(tx, scope, { lead, columns: { tag_ids: after.tag }, entries, actor });
  await recordLeadChange(tx, scope, actor, { action: "edited", lead, ...onlyChanged(before, after) });
}
