import { LeadId, type RecordId } from "@homeroom/contract/ids";
import type { SiblingForm } from "@homeroom/contract/lead-families";
import { AddLeadForm } from "@homeroom/contract/leads";
import { v7 } from "uuid";
import { branchById } from "#modules/organizations/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { claimsOfLead, contactsOf } from "../../duplicates/actions/merge-leads.ts";
import type { LeadConversations } from "../../port.ts";
import { insertLead, isAlreadyStored } from "../../record/actions/add-lead.ts";
import { type Lead, loadLead, lockLead } from "../../record/queries/load-lead.ts";
import { emptyContact } from "../../record/rules/lead-row.ts";
import { lockNumbers } from "../../record/writes/check-lead.ts";
import { parentContacts } from "../rules.ts";
import { lockFamily, shareContacts } from "../writes/shared-contacts.ts";
import { enter, makeFamily, refuseFull } from "./change-members.ts";

/**
 * Creates a lead in another's family: with the same branch, contacts, owners and channel.
 * Repeated with the same proposed id it returns the lead made the first time. Throws NOT_FOUND, LEAD_FAMILY_FULL.
 */
export function addSibling(
  db: Database,
  actor: Actor,
  of: { leadId: LeadId; form: SiblingForm; conversations: LeadConversations },
): Promise<{ leadId: LeadId }> {
  for (const permission of ["crm:lead:add", "crm:lead:edit"] as const) requirePermission(actor, permission);
  const scope = scopeOf(actor, "crm:lead:all");
  const { siblingId, ...fields } = of.form;
  const leadId = siblingId ?? LeadId.parse(v7());
  return refusingTakenId(takenId("siblingId"), () =>
    inTransaction(db, scope, async (tx) => {
      await lockNumbers(tx, scope, claimsOfLead(await loadLead(tx, scope, of.leadId)));
      await lockFamily(tx, scope, [of.leadId], { changesMembers: true });
      const base = await lockLead(tx, scope, of.leadId);
      if (siblingId && (await isAlreadyStored(tx, scope, siblingId))) return { leadId };
      await refuseFull(tx, scope, base);
      const parent = { ...base, ...parentContacts(base) };
      const familyID = base.family_id ?? (await makeFamily(tx, scope, { base: parent, actor, ...of }));
      await enter(tx, scope, { lead: parent, was: base, familyID, actor });
      await shareContacts(tx, scope, { lead: { ...base, family_id: familyID }, columns: contactsOf(parent), actor });
      await insertSibling(tx, scope, { leadId, fields, parent, familyID, actor });
      return { leadId };
    }),
  );
}

interface NewSibling {
  leadId: LeadId;
  fields: Omit<SiblingForm, "siblingId">;
  parent: Lead;
  familyID: RecordId;
  actor: Actor;
}

async function insertSibling(tx: Tx, scope: Scope, sibling: NewSibling): Promise<void> {
  const { leadId, fields, parent, familyID, actor } = sibling;
  const branch = await branchById(tx, scope, parent.branch_id);
  if (branch?.status !== 1) throw new AppError("LEAD_ORGANIZATION_OR_BRANCH_MISSING");
  const contacts = {
    contact1: { ...emptyContact, ...parent.contact1 },
    contact2: { ...emptyContact, ...parent.contact2 },
  };
  // The contacts are stored ones that were checked when they were saved.
  const form = {
    ...AddLeadForm.parse({ nickname: fields.nickname }),
    ...fields,
    ...contacts,
    lastName: parent.last_name,
    address: parent.address,
    country: parent.country,
    referrer: parent.referrer,
    channel: parent.channel_id,
    secondaryChannel: parent.secondary_channel_id,
    sales: parent.sales_id,
    tutor: parent.tutor_id,
  };
  const { contact1_e164: contact1Phone, contact2_e164: contact2Phone } = parent;
  const checked = { phone: null, phoneDigits: "", contact1Phone, contact2Phone, ...contacts, faults: [] };
  await insertLead(tx, scope, { leadId, form, checked, branch, actor, assignedBy: actor.accountId });
  await tx
    .updateTable("lead")
    .set({ family_id: familyID })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .execute();
}
