import { type LeadId, RecordId } from "@homeroom/contract/ids";
import { leadFamilies, maxMembers } from "@homeroom/contract/lead-families";
import { v7 } from "uuid";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { claimsOfLead, contactsOf } from "../../duplicates/actions/merge-leads.ts";
import type { LeadConversations } from "../../port.ts";
import { type Lead, loadLead, lockLead } from "../../record/queries/load-lead.ts";
import { changedFields, fieldsOf } from "../../record/rules/lead-row.ts";
import { lockNumbers } from "../../record/writes/check-lead.ts";
import { editedEntry, recordLeadChange, saveLead } from "../../record/writes/save-lead.ts";
import { familyName, sharedContacts } from "../rules.ts";
import { lockFamily, otherMembers, shareContacts } from "../writes/shared-contacts.ts";

/**
 * Adds a lead to another's family, which takes the joining lead's contacts if it has free places; from then on they
 * are the same for all. Idempotent. Throws NOT_FOUND, and if they are at two branches or the
 * family is full.
 */
export function joinFamily(
  db: Database,
  actor: Actor,
  of: { leadId: LeadId; withLeadId: LeadId; conversations: LeadConversations },
): Promise<{ familyID: RecordId }> {
  requireAccess(actor, leadFamilies.join);
  const scope = scopeOf(actor, "crm:lead:all");
  const { leadId, withLeadId } = of;
  if (leadId === withLeadId) refuseFaults([{ field: "withLeadId", name: "FIELD_INVALID" }]);
  return inTransaction(db, scope, async (tx) => {
    const seen = [await loadLead(tx, scope, leadId), await loadLead(tx, scope, withLeadId)];
    await lockNumbers(tx, scope, seen.flatMap(claimsOfLead));
    await lockFamily(tx, scope, [leadId, withLeadId], { changesMembers: true });
    const [one, other] = [await lockLead(tx, scope, leadId), await lockLead(tx, scope, withLeadId)];
    if (one.family_id !== null && one.family_id === other.family_id) return { familyID: one.family_id };
    if (one.branch_id !== other.branch_id) throw new AppError("LEAD_FAMILY_OTHER_BRANCH");
    // An existing family of either lead is used.
    const [joining, base] = other.family_id === null && one.family_id !== null ? [other, one] : [one, other];
    await refuseFull(tx, scope, base);
    const familyID = base.family_id ?? (await makeFamily(tx, scope, { base, joining, actor, ...of }));
    const shared = sharedContacts(base, joining);
    for (const lead of [base, joining])
      await enter(tx, scope, { lead: { ...lead, ...shared }, was: lead, familyID, actor });
    await shareContacts(tx, scope, {
      lead: { ...base, family_id: familyID },
      columns: contactsOf({ ...base, ...shared }),
      actor,
    });
    return { familyID };
  });
}

/** Throws when a lead's family is full. */
export async function refuseFull(tx: Tx, scope: Scope, lead: Lead): Promise<void> {
  const others = await otherMembers(tx, scope, lead);
  if (others.length + 2 > maxMembers) throw new AppError("LEAD_FAMILY_FULL");
}

interface NewFamily {
  base: Lead;
  joining?: Lead;
  actor: Actor;
  conversations: LeadConversations;
}

/** Creates a family; the lead with a conversation becomes its main lead. */
export async function makeFamily(tx: Tx, scope: Scope, family: NewFamily): Promise<RecordId> {
  const { base, joining, actor, conversations } = family;
  const leads = joining ? [base, joining] : [base];
  const talking = await conversations.find(
    tx,
    scope,
    leads.map(({ lead_id }) => lead_id),
  );
  const main = leads.find(({ lead_id }) => talking.has(lead_id)) ?? base;
  const familyId = RecordId.parse(v7());
  await tx
    .insertInto("lead_family")
    .values({
      organization_id: scope.organizationId,
      family_id: familyId,
      branch_id: base.branch_id,
      name: familyName(base),
      main_lead_id: main.lead_id,
      created_by: actor.accountId,
    })
    .execute();
  return familyId;
}

interface NewMember {
  /** The lead after and before the change. */
  lead: Lead;
  was: Lead;
  familyID: RecordId;
  actor: Actor;
}

/** Writes a lead's family and its shared contacts. Does nothing if neither changes. */
export async function enter(tx: Tx, scope: Scope, { lead, was, familyID, actor }: NewMember): Promise<void> {
  const before = fieldsOf(was);
  const fields = changedFields(before, fieldsOf(lead));
  if (was.family_id === familyID && fields.length === 0) return;
  const joins = was.family_id !== familyID;
  const edited = (await editedEntry(tx, scope, { before, after: fieldsOf(lead), fields }))[0];
  await saveLead(tx, scope, {
    lead: was,
    columns: { ...contactsOf(lead), family_id: familyID },
    entries: [{ action: "edited", details: { ...edited?.details, ...(joins && { family: "joined" }) } }],
    actor,
  });
  const pick = (of: Lead) => Object.fromEntries(fields.map((field) => [field, fieldsOf(of)[field]]));
  await recordLeadChange(tx, scope, actor, {
    action: "edited",
    lead: was,
    before: { ...pick(was), ...(joins && { family: 0 }) },
    after: { ...pick(lead), ...(joins && { family: 1 }) },
  });
}

/** Removes a lead from its family; it keeps its contacts. Does nothing to a lead without a family. Throws NOT_FOUND. */
export function leaveFamily(db: Database, actor: Actor, { leadId }: { leadId: LeadId }): Promise<null> {
  requireAccess(actor, leadFamilies.leave);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    await lockFamily(tx, scope, [leadId], { changesMembers: true });
    const lead = await lockLead(tx, scope, leadId);
    if (lead.family_id === null) return null;
    const entries = [{ action: "edited" as const, details: { family: "left" } }];
    await saveLead(tx, scope, { lead, columns: { family_id: null }, entries, actor });
    await recordLeadChange(tx, scope, actor, { action: "edited", lead, before: { family: 1 }, after: { family: 0 } });
    return null;
  });
}
