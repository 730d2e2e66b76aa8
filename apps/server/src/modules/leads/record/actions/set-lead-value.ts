import type { RequestOf } from "@homeroom/contract/endpoint";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { leadCard } from "@homeroom/contract/lead-card";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { emitLeadChange } from "../../events.ts";
import { lockLead } from "../queries/load-lead.ts";
import { changedFields, fieldsOf, numbersOf } from "../rules/lead-row.ts";
import { checkLead } from "../rules/lead-rules.ts";
import { checkChoices } from "../writes/check-lead.ts";
import { editedEntry, onlyChanged, recordLeadChange } from "../writes/lead-history.ts";
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

/**
 * Locks a lead that the scope sees and returns its GPT status. Other replies to the customer wait until the transaction
 * ends. Throws NOT_FOUND.
 */
export async function lockGptStatus(tx: Tx, scope: Scope, leadId: LeadId): Promise<number> {
  const { gpt_status: status } = await lockLead(tx, scope, leadId);
  return status;
}

/** Switches GPT for a lead that the scope sees and notifies the people looking at it. Throws NOT_FOUND. */
export async function setGptStatus(
  tx: Tx,
  scope: Scope,
  { leadId, status }: { leadId: LeadId; status: number },
): Promise<void> {
  const lead = await lockLead(tx, scope, leadId);
  if (lead.gpt_status === status) return;
  const version = lead.version + 1;
  await tx
    .updateTable("lead")
    .set({ gpt_status: status, version, updated_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .execute();
  const holders = { salesId: lead.sales_id, tutorId: lead.tutor_id };
  await emitLeadChange(tx, scope, { leadId, branchId: lead.branch_id, ...holders, version }, holders);
}

/** Opens the app for a lead, or closes it. Throws LEAD_NO_LOGIN_CONTACT when contact 1 has neither phone nor e-mail. */
export function openLeadApp(
  db: Database,
  actor: Actor,
  { leadId, open }: RequestOf<typeof leadCard.openApp>,
): Promise<null> {
  requireAccess(actor, leadCard.openApp);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const lead = await lockLead(tx, scope, leadId);
    const before = fieldsOf(lead);
    const after = { ...before, appopenflag: open };
    const fields = changedFields(before, after);
    if (fields.length === 0) return null;
    refuseFaults(checkLead(after, numbersOf(lead)).faults);
    const entries = await editedEntry(tx, scope, { before, after, fields });
    await saveLead(tx, scope, { lead, columns: { app_open: open === 1 }, entries, actor });
    await recordLeadChange(tx, scope, actor, { action: "edited", lead, ...onlyChanged(before, after) });
    return null;
  });
}
