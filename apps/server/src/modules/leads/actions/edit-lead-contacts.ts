import type { RequestOf } from "@homeroom/contract/endpoint";
import type { leads } from "@homeroom/contract/leads";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { findDuplicates, refuseFaults } from "../duplicates.ts";
import { lockLead } from "../load-lead.ts";
import { checkLead } from "../rules.ts";
import { saveLead } from "../save-lead.ts";

/** Saves contact 1 and 2 alone. Throws NOT_FOUND, STALE_DATA and the specified errors of the contacts' fields. */
export function editLeadContacts(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof leads.editContacts>,
): Promise<null> {
  requirePermission(actor, "crm:lead:edit");
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const lead = await lockLead(tx, scope, form.leadId);
    if (lead.version !== form.version) throw new AppError("STALE_DATA");
    const checked = checkLead({ ...form, areaCode: "", phone: "", appopenflag: lead.app_open ? 1 : 0 });
    const at = { leadId: lead.lead_id, branchId: lead.branch_id };
    refuseFaults([...checked.faults, ...(await findDuplicates(tx, scope, { ...checked, ...at, email: "" }))]);
    const columns = {
      contact1: JSON.stringify(form.contact1),
      contact2: JSON.stringify(form.contact2),
      contact1_e164: checked.contact1Phone,
    };
    const entry = { action: "edited" as const, details: { fields: ["contact1", "contact2"] } };
    await saveLead(tx, scope, { lead, columns, entry, actor });
    return null;
  });
}
