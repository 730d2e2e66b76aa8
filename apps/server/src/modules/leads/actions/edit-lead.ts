import type { EditLeadForm } from "@homeroom/contract/leads";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { checkChoices } from "../choices.ts";
import { findDuplicates, refuseFaults, refusingRaces } from "../duplicates.ts";
import { changedFields, columnsOf } from "../lead-row.ts";
import { lockLead } from "../load-lead.ts";
import { requireMayAssign } from "../policy.ts";
import { checkLead } from "../rules.ts";
import { saveLead } from "../save-lead.ts";

/**
 * Saves a lead's fields, all of them. Throws NOT_FOUND when out of sight, STALE_DATA when someone saved since `version`,
 * and the specified lead errors by field. Saving what is there already changes nothing.
 */
export function editLead(db: Database, actor: Actor, form: EditLeadForm): Promise<null> {
  requirePermission(actor, "crm:lead:edit");
  const scope = scopeOf(actor, "crm:lead:all");
  const checked = checkLead(form);
  return refusingRaces(() =>
    inTransaction(db, scope, async (tx) => {
      const lead = await lockLead(tx, scope, form.leadId);
      if (lead.version !== form.version) throw new AppError("STALE_DATA");
      const before = { salesId: lead.sales_id, tutorId: lead.tutor_id };
      requireMayAssign(actor, before, { salesId: form.sales, tutorId: form.tutor });
      const at = { leadId: lead.lead_id, branchId: lead.branch_id };
      const kept = { sales: lead.sales_id, tutor: lead.tutor_id };
      refuseFaults([
        ...checked.faults,
        ...(await checkChoices(tx, scope, { form, branchId: lead.branch_id, kept })),
        ...(await findDuplicates(tx, scope, { ...checked, ...at, email: form.email })),
      ]);
      const plain = { ...columnsOf(form, checked), lead_date: form.leadDate || lead.lead_date };
      const { contact1, contact2 } = form;
      const fields = changedFields(lead, { ...plain, contact1, contact2 });
      if (fields.length === 0) return null;
      const columns = { ...plain, contact1: JSON.stringify(contact1), contact2: JSON.stringify(contact2) };
      await saveLead(tx, scope, { lead, columns, entry: { action: "edited", details: { fields } }, actor });
      return null;
    }),
  );
}
