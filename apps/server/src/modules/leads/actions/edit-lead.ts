import type { EditLeadForm } from "@homeroom/contract/leads";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireMayAssign } from "../policy.ts";
import { type Lead, lockLead } from "../queries/load-lead.ts";
import { milestoneOf } from "../queries/milestones.ts";
import { changedFields, columnsOf, fieldsOf, type LeadFields, numbersOf } from "../rules/lead-row.ts";
import { checkLead } from "../rules/lead-rules.ts";
import type { HistoryEntry } from "./add-history.ts";
import { checkChoices } from "./check-choices.ts";
import { lockNumbers } from "./lock-numbers.ts";
import { findDuplicates, refuseFaults, refusingRaces } from "./refuse-duplicates.ts";
import { saveLead } from "./save-lead.ts";

/**
 * Saves a lead's fields, all of them. Throws NOT_FOUND when out of sight, STALE_DATA when someone saved since `version`,
 * and the specified lead errors by field. Saving what is there already changes nothing.
 */
export function editLead(db: Database, actor: Actor, form: EditLeadForm): Promise<null> {
  requirePermission(actor, "crm:lead:edit");
  const scope = scopeOf(actor, "crm:lead:all");
  const given = checkLead(form);
  return refusingRaces(() =>
    inTransaction(db, scope, async (tx) => {
      await lockNumbers(tx, scope, [given.phone, given.contact1Phone]);
      const lead = await lockLead(tx, scope, form.leadId);
      if (lead.version !== form.version) throw new AppError("STALE_DATA");
      const checked = checkLead(form, numbersOf(lead));
      const held = { sales: lead.sales_id, tutor: lead.tutor_id };
      requireMayAssign(
        actor,
        { salesId: held.sales, tutorId: held.tutor },
        { salesId: form.sales, tutorId: form.tutor },
      );
      const at = { leadId: lead.lead_id, branchId: lead.branch_id };
      refuseFaults([
        ...checked.faults,
        ...(await checkChoices(tx, scope, { form, branchId: lead.branch_id, kept: held })),
        ...(await findDuplicates(tx, scope, { ...checked, ...at, email: form.email })),
      ]);
      const { leadId: _leadId, version: _version, ...written } = form;
      const { contact1, contact2, phoneDigits: phone } = checked;
      const leadDate = form.leadDate || lead.lead_date;
      const after = { ...written, phone, contact1, contact2, leadDate };
      const entries = await entriesOf(tx, scope, lead, after);
      if (entries === null) return null;
      await saveLead(tx, scope, {
        lead,
        columns: { ...columnsOf(form, checked), lead_date: leadDate },
        entries,
        actor,
      });
      return null;
    }),
  );
}

/** What the history says of the edit; null when nothing changes. */
async function entriesOf(tx: Tx, scope: Scope, lead: Lead, after: LeadFields) {
  const changed = changedFields(fieldsOf(lead), after);
  if (changed.length === 0) return null;
  // Giving the lead to someone has an entry of its own.
  const fields = changed.filter((field) => field !== "sales" || after.sales === null);
  const edited: Omit<HistoryEntry, "leadId" | "operatorId">[] =
    fields.length > 0 ? [{ action: "edited", details: { fields } }] : [];
  return [...edited, ...(changed.includes("status") ? await milestoneOf(tx, scope, after.status) : [])];
}
