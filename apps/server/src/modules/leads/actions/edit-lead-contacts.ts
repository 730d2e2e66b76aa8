import type { RequestOf } from "@homeroom/contract/endpoint";
import type { leads } from "@homeroom/contract/leads";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { lockLead } from "../queries/load-lead.ts";
import { changedFields, fieldsOf, numbersOf } from "../rules/lead-row.ts";
import { checkLead } from "../rules/lead-rules.ts";
import { lockNumbers } from "./lock-numbers.ts";
import { findDuplicates, refuseFaults } from "./refuse-duplicates.ts";
import { saveLead } from "./save-lead.ts";

/** Saves contact 1 and 2 alone. Throws NOT_FOUND, STALE_DATA and the specified errors of the contacts' fields. */
export function editLeadContacts(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof leads.editContacts>,
): Promise<null> {
  requirePermission(actor, "crm:lead:edit");
  const scope = scopeOf(actor, "crm:lead:all");
  const given = checkLead({ ...form, areaCode: "", phone: "", appopenflag: 0 });
  return inTransaction(db, scope, async (tx) => {
    await lockNumbers(tx, scope, [given.contact1Phone]);
    const lead = await lockLead(tx, scope, form.leadId);
    if (lead.version !== form.version) throw new AppError("STALE_DATA");
    const { areaCode, phone, appopenflag } = fieldsOf(lead);
    const checked = checkLead({ ...form, areaCode, phone, appopenflag }, numbersOf(lead));
    const at = { leadId: lead.lead_id, branchId: lead.branch_id };
    refuseFaults([
      ...checked.faults,
      ...(await findDuplicates(tx, scope, { ...checked, ...at, phone: null, email: "" })),
    ]);
    const { contact1, contact2 } = checked;
    const before = fieldsOf(lead);
    const fields = changedFields(before, { ...before, contact1, contact2 });
    if (fields.length === 0) return null;
    const columns = {
      contact1: JSON.stringify(contact1),
      contact2: JSON.stringify(contact2),
      contact1_e164: checked.contact1Phone,
    };
    await saveLead(tx, scope, { lead, columns, entries: [{ action: "edited", details: { fields } }], actor });
    return null;
  });
}
