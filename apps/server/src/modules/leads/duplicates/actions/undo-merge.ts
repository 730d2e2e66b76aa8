import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { leadFamilies, type NotUndone } from "@homeroom/contract/lead-families";
import type { LeadMergeTable } from "@homeroom/database/lead-family-tables";
import type { LeadTable } from "@homeroom/database/schema";
import { type Selectable, sql, type Updateable } from "kysely";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { removeCopies } from "../../consent/actions/record-consent.ts";
import { familyOf } from "../../family/queries.ts";
import { lockFamily, shareContacts } from "../../family/writes/shared-contacts.ts";
import type { LeadConversations } from "../../port.ts";
import { type Lead, loadLead, lockLead } from "../../record/queries/load-lead.ts";
import { findDuplicates, lockNumbers } from "../../record/writes/check-lead.ts";
import { withoutGone } from "../../record/writes/lasting-choices.ts";
import { addHistory, recordLeadChange, saveLead } from "../../record/writes/save-lead.ts";
import { asWritten, type LeadColumns, onlySame, undoneColumns, withoutFields } from "../rules/merged-lead.ts";
import { moveEntriesBack } from "../writes/move-entries.ts";
import { claimsOfLead, contactsOf, conversing, copiedConsents, publishMerge, uniqueOf } from "./merge-leads.ts";

type Merge = Selectable<LeadMergeTable>;

/**
 * Splits a merged lead again: values that nobody has changed since are reverted, and messages and notes of the
 * other one return to it. Returns what stayed. Idempotent. Throws NOT_FOUND when the merge or one
 * of its leads is gone or not visible.
 */
export function undoMerge(
  db: Database,
  actor: Actor,
  { recordID, conversations }: { recordID: RecordId; conversations: LeadConversations },
): Promise<{ leadId: LeadId; stayed: NotUndone[] }> {
  requireAccess(actor, leadFamilies.undoMerge);
  requirePermission(actor, "crm:lead:delete");
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const { merge, keep, from } = await lockMerged(tx, scope, { recordID, conversations });
    if (merge.undone_at) return { leadId: merge.from_id, stayed: [] };
    const { columns, stayed } = await goingBack(tx, scope, { keep, merge });
    const entries = [{ action: "edited" as const, details: { mergeUndone: merge.from_name } }];
    await saveLead(tx, scope, { lead: keep, columns: asWritten(columns), entries, actor });
    const left = { ...keep, ...columns };
    await shareContacts(tx, scope, { lead: left, columns: contactsOf(left), actor });
    await removeCopies(tx, scope, (merge.moved[copiedConsents] ?? []) as RecordId[]);
    await moveEntriesBack(tx, scope, { moved: merge.moved, from: keep.lead_id, to: from.lead_id });
    const lacking = await revive(tx, scope, { merge, from });
    await conversations.part(tx, scope, { mergeId: recordID, kept: conversing(left), from: conversing(from) });
    await markUndone(tx, scope, { recordID, keep, from, actor });
    await publishMerge(tx, scope, { leads: [keep, from, left] });
    return { leadId: from.lead_id, stayed: [...new Set([...stayed, ...lacking])] };
  });
}

/** The kept lead's old values, without those that another lead now uses or that no longer exist. */
async function goingBack(
  tx: Tx,
  scope: Scope,
  { keep, merge }: { keep: Lead; merge: Merge },
): Promise<{ columns: LeadColumns; stayed: NotUndone[] }> {
  const free = undoneColumns(keep, asColumns(merge));
  const faults = await findDuplicates(tx, scope, uniqueOf({ ...keep, ...free.columns }));
  const { columns: own, stayed: taken } = withoutFields(
    free.columns,
    faults.map(({ field }) => stayedAs(field)),
  );
  const [there = own] = await withoutGone(tx, scope, [{ now: keep, branchId: keep.branch_id, columns: own }]);
  const { columns, stayed: gone } = onlySame(own, there);
  return { columns, stayed: [...free.stayed, ...taken, ...gone] };
}

function stayedAs(field: string): NotUndone {
  return field === "contact1.phone" ? "contact1" : (field as NotUndone);
}

interface LockedMerge {
  merge: Merge;
  keep: Lead;
  from: Lead;
}

async function lockMerged(
  tx: Tx,
  scope: Scope,
  { recordID, conversations }: { recordID: RecordId; conversations: LeadConversations },
): Promise<LockedMerge> {
  const known = await mergeById(tx, scope, recordID).executeTakeFirst();
  if (!known) throw new AppError("NOT_FOUND");
  const ids = [known.kept_id, known.from_id];
  const seen = [await loadLead(tx, scope, known.kept_id), await mergedLead(tx, scope, known)];
  const before = { ...seen[0], ...asColumns(known).before } as Lead;
  await lockNumbers(tx, scope, [...seen, before].flatMap(claimsOfLead));
  await conversations.hold(tx, scope, ids);
  await lockFamily(tx, scope, ids, { changesMembers: true });
  const merge = await mergeById(tx, scope, recordID).forNoKeyUpdate().executeTakeFirstOrThrow();
  const keep = await lockLead(tx, scope, merge.kept_id);
  return { merge, keep, from: await mergedLead(tx, scope, merge) };
}

function mergeById(tx: Tx, scope: Scope, recordID: RecordId) {
  return tx
    .selectFrom("lead_merge")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("merge_id", "=", recordID);
}

/** The merged lead, if it is still merged into the kept one; for a merge that was undone, in any state. */
async function mergedLead(tx: Tx, scope: Scope, merge: Merge): Promise<Lead> {
  const lead = await tx
    .selectFrom("lead")
    .selectAll()
    .where("lead_id", "=", merge.from_id)
    .where(visibleRows(scope, "lead"))
    .executeTakeFirst();
  const isMerged = lead?.merged_into === merge.kept_id && lead.deleted_at !== null;
  if (!lead || (!isMerged && merge.undone_at === null)) throw new AppError("NOT_FOUND");
  return lead;
}

/** The columns that the merge wrote: timestamps come back from JSON as texts. */
function asColumns({ before, after }: Merge): { before: LeadColumns; after: LeadColumns } {
  const read = (columns: Record<string, unknown>) => {
    const moment = columns["last_contact_at"];
    const read = typeof moment === "string" ? { last_contact_at: new Date(moment) } : {};
    return { ...columns, ...read } as LeadColumns;
  };
  return { before: read(before), after: read(after) };
}

/** Restores the other lead. Values that another lead now uses are left out and returned. */
async function revive(tx: Tx, scope: Scope, { merge, from }: { merge: Merge; from: Lead }): Promise<NotUndone[]> {
  const faults = await findDuplicates(tx, scope, uniqueOf(from));
  const taken = faults.map(({ field }) => field);
  const found = merge.from_family ? await familyOf(tx, scope, merge.from_family) : null;
  // Either may have moved to another branch since, and a family is at one branch.
  const family = found?.family.branch_id === from.branch_id ? found : null;
  const lacking: Updateable<LeadTable> = {
    ...(taken.includes("phone") && { phone: "", phone_e164: null }),
    ...(taken.includes("email") && { email: "" }),
    ...(taken.includes("contact1.phone") && { contact1_e164: null, contact1: withoutNumber(from.contact1) }),
  };
  await tx
    .updateTable("lead")
    .set({
      ...lacking,
      deleted_at: null,
      deleted_by: null,
      merged_into: null,
      family_id: family ? merge.from_family : null,
      version: from.version + 1,
      updated_at: sql`now()`,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", from.lead_id)
    .execute();
  return taken.map(stayedAs);
}

function withoutNumber(contact: Lead["contact1"]): string {
  return JSON.stringify({ ...contact, areaCode: "", phone: "" });
}

async function markUndone(
  tx: Tx,
  scope: Scope,
  { recordID, keep, from, actor }: { recordID: RecordId; keep: Lead; from: Lead; actor: Actor },
): Promise<void> {
  await tx
    .updateTable("lead_merge")
    .set({ undone_at: sql`now()`, undone_by: actor.accountId })
    .where("organization_id", "=", scope.organizationId)
    .where("merge_id", "=", recordID)
    .execute();
  const details = { mergeUndone: keep.nickname };
  await addHistory(tx, scope, [{ leadId: from.lead_id, action: "edited", operatorId: actor.accountId, details }]);
  await recordLeadChange(tx, scope, actor, { action: "mergeUndone", lead: keep, after: { mergedFrom: from.nickname } });
}
