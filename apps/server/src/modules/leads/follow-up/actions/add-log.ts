import { RecordId } from "@homeroom/contract/ids";
import { contactActions, type LeadLogForm, leadCard } from "@homeroom/contract/lead-card";
import { leadActions } from "@homeroom/contract/leads";
import { v7 } from "uuid";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { type Lead, lockLead } from "../../record/queries/load-lead.ts";
import { fieldsOf } from "../../record/rules/lead-row.ts";
import { editedEntry, onlyChanged, recordLeadChange, saveLead } from "../../record/writes/save-lead.ts";
import { statusAfter } from "../../record/writes/status-after.ts";

type LogAction =
  | "deal"
  | "courseScheduled"
  | "trialBooked"
  | "trialAttended"
  | "trialCancelled"
  | "trialAbsent"
  | "caseClosed";

/**
 * Records in a lead's history what staff report, with its time. A deal and a closed case move the lead
 * to the status of that name, if the organisation has it. Idempotent by the proposed id.
 */
export function addLog(db: Database, actor: Actor, form: LeadLogForm): Promise<{ recordID: RecordId }> {
  requireAccess(actor, leadCard.addLog);
  const scope = scopeOf(actor, "crm:lead:all");
  const recordID = form.recordID ?? RecordId.parse(v7());
  return refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, async (tx) => {
      const lead = await lockLead(tx, scope, form.leadId);
      if (await isAlreadyStored(tx, scope, { recordID, lead, actor })) return { recordID };
      const action = nameOf(form.actionType);
      const status = await statusAfter(tx, scope, lead, action);
      if (status !== lead.status_id) requirePermission(actor, "crm:lead:edit");
      const before = fieldsOf(lead);
      const after = { ...before, status };
      const fields = status === lead.status_id ? [] : (["status"] as const);
      const details = form.at ? { at: form.at } : {};
      const logged = { action, content: form.content, details, logId: recordID };
      const entries = [...(await editedEntry(tx, scope, { before, after, fields })), logged];
      const columns = { status_id: status, ...contactMade(lead, form.actionType) };
      await saveLead(tx, scope, { lead, columns, entries, actor });
      const changed = onlyChanged(before, after);
      const said = { ...changed.after, action, ...(form.content && { content: form.content }), ...details };
      await recordLeadChange(tx, scope, actor, { action: "noted", lead, before: changed.before, after: said });
      return { recordID };
    }),
  );
}

/** A deal, a course, and a booked, attended or cancelled trial are contacts; a missed trial or a closed case is not. */
function contactMade(lead: Lead, actionType: number) {
  if (!contactActions.some((one) => one === actionType)) return {};
  const now = new Date();
  return { last_contact_at: now, contacted_at: lead.contacted_at ?? now };
}

function nameOf(actionType: number): LogAction {
  const entry = Object.entries(leadActions).find(([, number]) => number === actionType);
  return (entry as [LogAction, number])[0];
}

async function isAlreadyStored(
  tx: Tx,
  scope: Scope,
  { recordID, lead, actor }: { recordID: RecordId; lead: Lead; actor: Actor },
): Promise<boolean> {
  const found = await findRow(tx, scope, "lead_log", { log_id: recordID });
  if (found && (found.lead_id !== lead.lead_id || found.operator_id !== actor.accountId))
    refuseFaults([{ field: "recordID", name: "FIELD_INVALID" }]);
  return found !== undefined;
}
