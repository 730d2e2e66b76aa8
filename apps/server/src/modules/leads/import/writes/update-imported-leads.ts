import type { LeadId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { BatchPlace, WrittenRow } from "#modules/imports/public";
import type { Tx } from "#platform/db/transaction";
import { shareContacts } from "../../family/writes/shared-contacts.ts";
import type { Lead } from "../../record/queries/load-lead.ts";
import {
  changedFields,
  checkLead,
  columnsOf,
  emptyContact,
  fieldsOf,
  type LeadFields,
  numbersOf,
} from "../../record/rules/lead-row.ts";
import { atColumn } from "../rules/read-lead-cells.ts";
import {
  addEntries,
  assignedEntry,
  type ImportedEntry,
  type ImportMeans,
  importedEntry,
  type RowRemarks,
  type TouchedLead,
} from "./save-imported-leads.ts";

export interface LeadUpdate {
  readonly leadId: LeadId;
  readonly form: LeadFields;
  /** The form's fields that the row actually has. */
  readonly given: ReadonlySet<string>;
  readonly told: RowRemarks;
}

const maxNotesLength = 2000;
const maxTags = 10;

/**
 * Updates existing leads from rows, in one statement, and returns each outcome. A row without changes is skipped; one
 * that breaks a rule of the form is marked wrong.
 */
export async function updateLeads(
  tx: Tx,
  means: ImportMeans,
  { updates, locked, at }: { updates: readonly LeadUpdate[]; locked: ReadonlyMap<string, Lead>; at: BatchPlace },
): Promise<{ outcomes: Map<LeadId, WrittenRow>; touched: TouchedLead[] }> {
  const outcomes = new Map<LeadId, WrittenRow>();
  const rows: Record<string, unknown>[] = [];
  const entries: ImportedEntry[] = [];
  const touched: TouchedLead[] = [];
  const shared: Parameters<typeof shareContacts>[2][] = [];
  for (const update of updates) {
    const lead = locked.get(update.leadId);
    const change = lead && changeOf(lead, update, { options: means.options, importId: at.importId });
    if (!lead || !change) outcomes.set(update.leadId, { ...update.told, outcome: "skipped", recordId: update.leadId });
    else if (change.faults) outcomes.set(update.leadId, { ...update.told, outcome: "invalid", faults: change.faults });
    else {
      rows.push({ ...change.columns, lead_id: lead.lead_id });
      if (lead.family_id !== null) shared.push({ lead, columns: change.textColumns, actor: means.actor });
      entries.push(importedEntry(lead.lead_id, at, change.fields));
      const { sales, tutor } = change.after;
      touched.push({ lead, salesId: sales, tutorId: tutor });
      if (sales && sales !== lead.sales_id) entries.push(assignedEntry(lead.lead_id, sales));
      const before = Object.fromEntries(Object.keys(change.columns).map((name) => [name, lead[name as keyof Lead]]));
      const written = { outcome: "updated", recordId: lead.lead_id, version: lead.version + 1, before } as const;
      outcomes.set(update.leadId, { ...update.told, ...written });
    }
  }
  await writeColumns(tx, means, rows);
  await addEntries(tx, means, entries);
  for (const one of shared) await shareContacts(tx, means.scope, one);
  return { outcomes, touched };
}

/** Writes columns of many leads at once, each as its next version. */
async function writeColumns(
  tx: Tx,
  { scope, actor }: ImportMeans,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first).filter((name) => name !== "lead_id");
  const columns = names.map((name) => sql`${sql.ref(name)} = said.${sql.ref(name)}`);
  await sql`
    update lead set ${sql.join(columns)}, updated_by = ${actor.accountId}, updated_at = now(), version = lead.version + 1
    from json_populate_recordset(null::lead, ${JSON.stringify(rows)}) as said
    where lead.organization_id = ${scope.organizationId} and lead.lead_id = said.lead_id`.execute(tx);
}

function changeOf(
  lead: Lead,
  { form, given }: LeadUpdate,
  { options, importId }: { options: ImportMeans["options"]; importId: string },
) {
  // Another row of the same file has written this lead: the undo stores only one earlier state per lead.
  if (lead.import_id === importId) return { faults: [{ field: "", name: "IMPORT_ROW_REPEATED" as const }] };
  const before = fieldsOf(lead);
  const after = merged(before, form, { given, overwrite: options.overwrite });
  const checked = checkLead(after, numbersOf(lead));
  if (checked.faults.length > 0) return { faults: checked.faults.map(atColumn) };
  const whole = { ...after, phone: checked.phoneDigits, contact1: checked.contact1, contact2: checked.contact2 };
  const fields = changedFields(before, whole);
  if (fields.length === 0) return null;
  const textColumns = columnsOf(whole, checked);
  const columns = {
    ...textColumns,
    contact1: checked.contact1,
    contact2: checked.contact2,
    lead_date: whole.leadDate,
    import_id: importId,
  };
  return { columns, textColumns, fields, after: whole, faults: null };
}

/** A lead with a row's values: replacing its own, or only filling empty fields. Tags and notes are added. */
function merged(
  before: LeadFields,
  form: LeadFields,
  { given, overwrite }: { given: ReadonlySet<string>; overwrite: boolean },
): LeadFields {
  const after: Record<string, unknown> = { ...before };
  for (const field of Object.keys(before) as (keyof LeadFields)[]) {
    if (!given.has(field) || isEmpty(form[field])) continue;
    if (overwrite || isEmpty(before[field])) after[field] = form[field];
  }
  // A number comes with its area code, a secondary channel with its primary one.
  if (given.has("phone") && form.phone && (overwrite || before.phone === "")) {
    Object.assign(after, { areaCode: form.areaCode, phone: form.phone });
  } else Object.assign(after, { areaCode: before.areaCode, phone: before.phone });
  if (form.channel && (overwrite || before.channel === null)) {
    Object.assign(after, { channel: form.channel, secondaryChannel: form.secondaryChannel });
  } else Object.assign(after, { channel: before.channel, secondaryChannel: before.secondaryChannel });
  for (const contact of ["contact1", "contact2"] as const)
    after[contact] = mergedContact(before[contact], form[contact], overwrite);
  // The kind of the next contact comes with its day.
  if (!after["nextContactDate"]) after["regularContact"] = before.regularContact;
  after["tag"] = [...new Set([...before.tag, ...form.tag])].slice(0, Math.max(maxTags, before.tag.length));
  after["notes"] = mergedNotes(before.notes, form.notes);
  return after as unknown as LeadFields;
}

function mergedContact(before: LeadFields["contact1"], given: LeadFields["contact1"], overwrite: boolean) {
  const pick = (old: string, said: string) => (said !== "" && (overwrite || old === "") ? said : old);
  const number = given.phone !== "" && (overwrite || before.phone === "") ? given : before;
  return {
    ...emptyContact,
    name: pick(before.name, given.name),
    email: pick(before.email, given.email),
    areaCode: number.areaCode,
    phone: number.phone,
  };
}

function mergedNotes(before: string, said: string): string {
  if (said === "" || before.includes(said)) return before;
  const both = before === "" ? said : `${before}\n${said}`;
  return both.length > maxNotesLength ? before : both;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === "object" && value !== null) return Object.values(value).every(isEmpty);
  return value === "" || value === null || value === 0;
}
