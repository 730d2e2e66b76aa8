import { type LeadId, RecordId } from "@homeroom/contract/ids";
import { leadFamilies, type MergeLeadsForm } from "@homeroom/contract/lead-families";
import { sql } from "kysely";
import { v7 } from "uuid";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { emit } from "#platform/outbox/events";
import { copyConsents } from "../../consent/actions/record-consent.ts";
import { leadsChanged } from "../../events.ts";
import { lockFamily, shareContacts } from "../../family/writes/shared-contacts.ts";
import type { ConversationLead, LeadConversations } from "../../port.ts";
import { type Lead, loadLead, lockLead } from "../../record/queries/load-lead.ts";
import { emptyContact } from "../../record/rules/lead-row.ts";
import { findDuplicates, lockNumbers } from "../../record/writes/check-lead.ts";
import { addHistory, recordLeadChange, saveLead } from "../../record/writes/save-lead.ts";
import { asWritten, type LeadColumns, mergedColumns } from "../rules/merged-lead.ts";
import { moveEntries } from "../writes/move-entries.ts";

/**
 * Merges two leads that are one person: the kept one takes the missing or chosen values, and the other's notes,
 * history, contacts and conversation; the other one is deleted. Everything needed for undoing is stored. Throws NOT_FOUND,
 * STALE_DATA if one of them was saved since, and the errors of a phone 1 of another branch.
 */
export function mergeLeads(
  db: Database,
  actor: Actor,
  { form, conversations }: { form: MergeLeadsForm; conversations: LeadConversations },
): Promise<{ recordID: RecordId }> {
  requireAccess(actor, leadFamilies.merge);
  requirePermission(actor, "crm:lead:delete");
  const scope = scopeOf(actor, "crm:lead:all");
  const recordID = form.recordID ?? RecordId.parse(v7());
  if (form.keep === form.from) refuseFaults([{ field: "from", name: "FIELD_INVALID" }]);
  return refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, async (tx) => {
      if (form.recordID && (await isMergedAlready(tx, scope, form.recordID))) return { recordID };
      const { keep, from } = await lockBoth(tx, scope, { form, conversations });
      const columns = { ...mergedColumns(keep, from, form.choices), ...familyOfMerged(keep, from) };
      refuseOtherBranch(keep, from, form);
      await removeLead(tx, scope, { lead: from, into: keep, actor });
      const merged = { ...keep, ...columns };
      refuseFaults(await findDuplicates(tx, scope, uniqueOf(merged)));
      const both = { from: from.lead_id, to: keep.lead_id };
      const moved = { [copiedConsents]: await copyConsents(tx, scope, both), ...(await moveEntries(tx, scope, both)) };
      const entries = [{ action: "edited" as const, details: { mergedFrom: from.nickname, recordID } }];
      await saveLead(tx, scope, { lead: keep, columns: asWritten(columns), entries, actor });
      await handOnFamily(tx, scope, { from, merged });
      await shareContacts(tx, scope, { lead: merged, columns: contactsOf(merged), actor });
      await conversations.join(tx, scope, { mergeId: recordID, kept: conversing(merged), from: from.lead_id });
      await storeRecord(tx, scope, { recordID, keep, from, columns, moved, actor });
      await publishMerge(tx, scope, { leads: [keep, from, merged] });
      return { recordID };
    }),
  );
}

/** Whether this repeats an earlier merge. An id that somebody else has used is refused. */
async function isMergedAlready(tx: Tx, scope: Scope, recordID: RecordId): Promise<boolean> {
  const found = await findRow(tx, scope, "lead_merge", { merge_id: recordID });
  if (found && found.merged_by !== scope.accountId) refuseFaults([{ field: "recordID", name: "FIELD_INVALID" }]);
  return found !== undefined;
}

/** Both leads, locked: numbers first, then their contacts in channels, then the leads in a fixed order. */
async function lockBoth(
  tx: Tx,
  scope: Scope,
  { form, conversations }: { form: MergeLeadsForm; conversations: LeadConversations },
): Promise<{ keep: Lead; from: Lead }> {
  const ids = [form.keep, form.from];
  const seen = [await loadLead(tx, scope, form.keep), await loadLead(tx, scope, form.from)];
  await lockNumbers(tx, scope, seen.flatMap(claimsOfLead));
  await conversations.hold(tx, scope, ids);
  await lockFamily(tx, scope, ids, { changesMembers: true });
  const keep = await lockLead(tx, scope, form.keep);
  const from = await lockLead(tx, scope, form.from);
  if (keep.version !== form.versions.keep || from.version !== form.versions.from) throw new AppError("STALE_DATA");
  return { keep, from };
}

/** The values of a lead that nobody else may take meanwhile. */
export function claimsOfLead(lead: Lead): (string | null)[] {
  return [lead.phone_e164, lead.contact1_e164, lead.contact2_e164, lead.email.toLowerCase() || null];
}

function familyOfMerged(keep: Lead, from: Lead): LeadColumns {
  const joins = keep.family_id === null && from.family_id !== null && keep.branch_id === from.branch_id;
  return joins ? { family_id: from.family_id } : {};
}

/** The chosen owner is from another branch. */
function refuseOtherBranch(keep: Lead, from: Lead, { choices }: MergeLeadsForm): void {
  if (keep.branch_id === from.branch_id) return;
  const wrong = (["sales", "tutor"] as const).filter((field) => choices[field] === "from");
  refuseFaults(wrong.map((field) => ({ field: `choices.${field}`, name: "FIELD_INVALID" })));
}

async function removeLead(
  tx: Tx,
  scope: Scope,
  { lead, into, actor }: { lead: Lead; into: Lead; actor: Actor },
): Promise<void> {
  await tx
    .updateTable("lead")
    .set({
      deleted_at: sql`now()`,
      deleted_by: actor.accountId,
      merged_into: into.lead_id,
      family_id: null,
      version: lead.version + 1,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", lead.lead_id)
    .execute();
}

/** The unique values of a lead, for the check against the others. */
export function uniqueOf(lead: Lead) {
  return {
    leadId: lead.lead_id,
    branchId: lead.branch_id,
    phone: lead.phone_e164,
    contact1Phone: lead.contact1_e164,
    email: lead.email,
  };
}

/** The main lead of a family was merged into another member, whose conversation becomes the family's. */
async function handOnFamily(tx: Tx, scope: Scope, { from, merged }: { from: Lead; merged: Lead }): Promise<void> {
  if (merged.family_id === null) return;
  await tx
    .updateTable("lead_family")
    .set({ main_lead_id: merged.lead_id })
    .where("organization_id", "=", scope.organizationId)
    .where("family_id", "=", merged.family_id)
    .where("main_lead_id", "=", from.lead_id)
    .execute();
}

/** A lead's contacts as columns that its family shares. */
export function contactsOf(lead: Lead) {
  return {
    contact1: JSON.stringify({ ...emptyContact, ...lead.contact1 }),
    contact2: JSON.stringify({ ...emptyContact, ...lead.contact2 }),
    contact1_e164: lead.contact1_e164,
    contact2_e164: lead.contact2_e164,
  };
}

/** The values of a lead that its conversation needs. */
export function conversing(lead: Lead): ConversationLead {
  return { leadId: lead.lead_id, branchId: lead.branch_id, salesId: lead.sales_id, tutorId: lead.tutor_id };
}

/** Copied entries, listed among the moved rows. */
export const copiedConsents = "consent_entry";

interface MergeRecord {
  recordID: RecordId;
  keep: Lead;
  from: Lead;
  columns: LeadColumns;
  moved: Record<string, readonly string[]>;
  actor: Actor;
}

async function storeRecord(tx: Tx, scope: Scope, record: MergeRecord): Promise<void> {
  const { recordID, keep, from, columns, moved, actor } = record;
  const names = Object.keys(columns) as (keyof LeadColumns)[];
  const before = Object.fromEntries(names.map((name) => [name, keep[name]]));
  await tx
    .insertInto("lead_merge")
    .values({
      organization_id: scope.organizationId,
      merge_id: recordID,
      kept_id: keep.lead_id,
      from_id: from.lead_id,
      from_name: from.nickname,
      before: JSON.stringify(before),
      after: JSON.stringify(columns),
      moved: JSON.stringify(moved),
      from_family: from.family_id,
      merged_by: actor.accountId,
      undone_by: null,
    })
    .execute();
  const details = { mergedInto: keep.nickname, leadId: keep.lead_id };
  await addHistory(tx, scope, [{ leadId: from.lead_id, action: "edited", operatorId: actor.accountId, details }]);
  await recordLeadChange(tx, scope, actor, { action: "merged", lead: keep, after: { mergedFrom: from.nickname } });
}

/** Everyone who sees one of the leads reloads their lists. */
export async function publishMerge(tx: Tx, scope: Scope, { leads }: { leads: readonly Lead[] }): Promise<void> {
  const holders = leads.flatMap(({ sales_id, tutor_id }) => [sales_id, tutor_id]).filter((id) => id !== null);
  const unheld = leads.some(({ sales_id, tutor_id }) => sales_id === null && tutor_id === null);
  const branchIds = [...new Set(leads.map(({ branch_id }) => branch_id))];
  await emit(tx, leadsChanged, {
    organizationId: scope.organizationId,
    aggregateId: leads[0]?.lead_id ?? scope.organizationId,
    payload: { branchIds, holders: [...new Set(holders)], unheld },
  });
}

/** Records that two leads are two people. Idempotent. Throws NOT_FOUND if one is not visible. */
export function markNotSame(
  db: Database,
  actor: Actor,
  { leadId, otherId }: { leadId: LeadId; otherId: LeadId },
): Promise<null> {
  requireAccess(actor, leadFamilies.notSame);
  const scope = scopeOf(actor, "crm:lead:all");
  if (leadId === otherId) refuseFaults([{ field: "otherId", name: "FIELD_INVALID" }]);
  return inTransaction(db, scope, async (tx) => {
    for (const id of [leadId, otherId]) await loadLead(tx, scope, id);
    const [lead_id = leadId, other_id = otherId] = [leadId, otherId].sort();
    await tx
      .insertInto("lead_not_same")
      .values({ organization_id: scope.organizationId, lead_id, other_id, noted_by: actor.accountId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return null;
  });
}
