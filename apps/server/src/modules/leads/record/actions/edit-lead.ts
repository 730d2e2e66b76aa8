import type { LeadId } from "@homeroom/contract/ids";
import type { ChangeLeadForm, EditLeadForm } from "@homeroom/contract/leads";
import { withSent } from "@homeroom/contract/some-fields";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { lockFamily, shareContacts } from "../../family/writes/shared-contacts.ts";
import { requireMayActivate, requireMayAssign } from "../../policy.ts";
import { type Lead, lockLead } from "../queries/load-lead.ts";
import {
  checkLead,
  claimsOf,
  columnsOf,
  emptyContact,
  fieldsOf,
  type LeadFields,
  numbersOf,
} from "../rules/lead-row.ts";
import { checkChoices, findDuplicates, lockNumbers, refusingRaces } from "../writes/check-lead.ts";
import { saveEdit } from "../writes/save-lead.ts";

/**
 * Saves a lead's fields; unsent fields stay. Throws NOT_FOUND if it is not visible, STALE_DATA when someone saved since
 * `version`, and the specified lead errors by field. Saving the current values changes nothing.
 */
export async function editLead(db: Database, actor: Actor, { leadId, version, ...sent }: EditLeadForm): Promise<null> {
  await save(db, actor, { leadId, version, sent });
  return null;
}

/** Saves the named fields of a lead, by the same rules. Returns the lead's new version. */
export async function changeLead(db: Database, actor: Actor, form: ChangeLeadForm): Promise<{ version: number }> {
  const { leadId, version, changes: sent } = form;
  return { version: await save(db, actor, { leadId, version, sent }) };
}

interface Save {
  leadId: LeadId;
  version: number | undefined;
  sent: ChangeLeadForm["changes"];
}

const nothing = { areaCode: "", phone: "", contact1: emptyContact, contact2: emptyContact, appopenflag: 0 };

function save(db: Database, actor: Actor, { leadId, version, sent }: Save): Promise<number> {
  requirePermission(actor, "crm:lead:edit");
  const scope = scopeOf(actor, "crm:lead:all");
  // New numbers and e-mails are locked before the lead.
  const { areaCode, phone, contact1, contact2 } = sent;
  const claims = claimsOf(checkLead(withSent(nothing, { areaCode, phone, contact1, contact2 })), sent.email);
  return refusingRaces(() =>
    inTransaction(db, scope, async (tx) => {
      await lockNumbers(tx, scope, claims);
      await lockFamily(tx, scope, [leadId]);
      const lead = await lockLead(tx, scope, leadId);
      requireVersion(lead, version);
      return saveFields(tx, scope, { actor, lead, form: withSent(fieldsOf(lead), sent) });
    }),
  );
}

/** Checks and writes a locked lead's fields; returns its new version. */
async function saveFields(
  tx: Tx,
  scope: Scope,
  { actor, lead, form }: { actor: Actor; lead: Lead; form: LeadFields },
): Promise<number> {
  const checked = checkLead(form, numbersOf(lead));
  const held = { sales: lead.sales_id, tutor: lead.tutor_id };
  requireMayAssign(actor, { salesId: held.sales, tutorId: held.tutor }, { salesId: form.sales, tutorId: form.tutor });
  requireMayActivate(actor, lead.app_open ? 1 : 0, form.appopenflag);
  const at = { leadId: lead.lead_id, branchId: lead.branch_id };
  refuseFaults([
    ...checked.faults,
    ...(await checkChoices(tx, scope, { form, branchId: lead.branch_id, kept: fieldsOf(lead) })),
    ...(await findDuplicates(tx, scope, { ...checked, ...at, email: form.email })),
  ]);
  const { contact1, contact2, phoneDigits: phone } = checked;
  const leadDate = form.leadDate || lead.lead_date;
  const after = { ...form, phone, contact1, contact2, leadDate };
  const columns = { ...columnsOf(form, checked), lead_date: leadDate };
  if (!(await saveEdit(tx, scope, { lead, after, columns, actor }))) return lead.version;
  await shareContacts(tx, scope, { lead, columns, actor });
  return lead.version + 1;
}
