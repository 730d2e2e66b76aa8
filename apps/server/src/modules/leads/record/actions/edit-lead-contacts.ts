import type { RequestOf } from "@homeroom/contract/endpoint";
import { leads } from "@homeroom/contract/leads";
import { withSent } from "@homeroom/contract/some-fields";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { lockFamily, shareContacts } from "../../family/writes/shared-contacts.ts";
import { lockLead } from "../queries/load-lead.ts";
import { checkLead, claimsOf, emptyContact, fieldsOf, numbersOf } from "../rules/lead-row.ts";
import { findDuplicates, lockNumbers } from "../writes/check-lead.ts";
import { saveEdit } from "../writes/save-lead.ts";

/** Saves only contacts 1 and 2; unsent fields stay. Throws NOT_FOUND, STALE_DATA and the specified errors of contacts. */
export function editLeadContacts(
  db: Database,
  actor: Actor,
  form: RequestOf<typeof leads.editContacts>,
): Promise<null> {
  requireAccess(actor, leads.editContacts);
  const scope = scopeOf(actor, "crm:lead:all");
  const { contact1: first, contact2: second } = form;
  const sent = { contact1: first, contact2: second };
  const none = { contact1: emptyContact, contact2: emptyContact, areaCode: "", phone: "", appopenflag: 0 };
  const given = checkLead(withSent(none, sent));
  return inTransaction(db, scope, async (tx) => {
    await lockNumbers(tx, scope, claimsOf(given));
    await lockFamily(tx, scope, [form.leadId]);
    const lead = await lockLead(tx, scope, form.leadId);
    requireVersion(lead, form.version);
    const before = fieldsOf(lead);
    const checked = checkLead(withSent(before, sent), numbersOf(lead));
    const at = { leadId: lead.lead_id, branchId: lead.branch_id };
    refuseFaults([
      ...checked.faults,
      ...(await findDuplicates(tx, scope, { ...checked, ...at, phone: null, email: "" })),
    ]);
    const { contact1, contact2 } = checked;
    const after = { ...before, contact1, contact2 };
    const columns = {
      contact1: JSON.stringify(contact1),
      contact2: JSON.stringify(contact2),
      contact1_e164: checked.contact1Phone,
      contact2_e164: checked.contact2Phone,
    };
    const saved = await saveEdit(tx, scope, { lead, after, columns, actor });
    if (saved) await shareContacts(tx, scope, { lead, columns, actor });
    return null;
  });
}
