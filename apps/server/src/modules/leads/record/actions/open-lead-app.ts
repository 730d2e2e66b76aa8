import type { RequestOf } from "@homeroom/contract/endpoint";
import { leadCard } from "@homeroom/contract/lead-card";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { lockLead } from "../queries/load-lead.ts";
import { changedFields, fieldsOf, numbersOf } from "../rules/lead-row.ts";
import { checkLead } from "../rules/lead-rules.ts";
import { editedEntry } from "../writes/edited-entry.ts";
import { onlyChanged, recordLeadChange } from "../writes/record-lead-change.ts";
import { saveLead } from "../writes/save-lead.ts";

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
