import { type MergeField, type MergeLeadsForm, mergeFields, type NotUndone } from "@homeroom/contract/lead-families";
import { declaredLeadField, isPlainLeadField, type PlainLeadField } from "@homeroom/contract/lead-fields";
import type { LeadTable } from "@homeroom/database/schema";
import type { Updateable } from "kysely";
import type { Lead } from "../../record/queries/load-lead.ts";
import { columnOfPlain } from "../../record/rules/lead-row.ts";

type Column = Exclude<keyof Lead, "organization_id" | "lead_id" | "note_text" | "search_text" | `${string}_key`>;

/** The columns of a field of a merge; the first one decides whether the field is empty. */
function columnsOfField(field: MergeField): readonly Column[] {
  return isPlainLeadField(field) ? [columnOfPlain(field)] : columnsOfOwn[field];
}

const columnsOfOwn: Record<Exclude<MergeField, PlainLeadField>, readonly Column[]> = {
  nickname: ["nickname"],
  phone: ["phone", "area_code", "phone_e164"],
  email: ["email"],
  channel: ["channel_id", "secondary_channel_id"],
  sales: ["sales_id"],
  tutor: ["tutor_id"],
  status: ["status_id"],
  result: ["result_id"],
  contact1: ["contact1", "contact1_e164"],
  contact2: ["contact2", "contact2_e164"],
  notes: ["notes"],
};

/** Columns that cannot be chosen: taken from the other lead if the kept one is empty. */
const filledIn: readonly Column[] = [
  "line_user_id",
  "avatar_file_id",
  "app_device",
  "system_version",
  "app_version",
  "app_seen_at",
  "contacted_at",
  "next_contact_date",
  "contacted_at",
  "deal_at",
  "student_since",
  "regular_contact_id",
];

/** People of another branch cannot hold a lead of this one. */
const ofBranch: readonly MergeField[] = ["sales", "tutor"];

const maxTags = 10;
const maxNotesLength = 2000;

/** Columns of a lead to write, by name. */
export type LeadColumns = Partial<Pick<Lead, Column>>;

/**
 * The changes to the kept lead's columns when another is merged into it: the chosen value, otherwise the other's if its own
 * is empty; tags united, the earlier lead date, counts added, the later contact.
 */
export function mergedColumns(keep: Lead, from: Lead, choices: MergeLeadsForm["choices"]): LeadColumns {
  const chosen = mergeFields.flatMap((field) => {
    const takes = takesOther(keep, from, { field, choice: choices[field] });
    return takes ? columnsOfField(field) : [];
  });
  const filled = filledIn.filter((column) => isEmpty(keep[column]) && !isEmpty(from[column]));
  const taken = Object.fromEntries([...chosen, ...filled].map((column) => [column, from[column]])) as LeadColumns;
  const merged: LeadColumns = {
    ...taken,
    ...(choices.notes === undefined && { notes: joinedNotes(keep.notes, from.notes) }),
    tag_ids: [...new Set([...keep.tag_ids, ...from.tag_ids])].slice(0, Math.max(maxTags, keep.tag_ids.length)),
    lead_date: keep.lead_date < from.lead_date ? keep.lead_date : from.lead_date,
    last_contact_at: laterOf(keep.last_contact_at, from.last_contact_at),
    revisit_count: keep.revisit_count + from.revisit_count,
    lead_count: keep.lead_count + from.lead_count,
  };
  const lead = { ...keep, ...merged };
  const spare = spareNumber(lead, lead.phone_e164 === keep.phone_e164 ? from : keep);
  return onlyNew(keep, { ...merged, ...spare });
}

function takesOther(keep: Lead, from: Lead, of: { field: MergeField; choice: "keep" | "from" | undefined }): boolean {
  const [first] = columnsOfField(of.field);
  if (first === undefined || of.choice === "keep") return false;
  if (of.choice === "from") return true;
  // Consent is not copied unless it is chosen.
  if (declaredLeadField(of.field)?.merge === "chosen") return false;
  if (ofBranch.includes(of.field) && keep.branch_id !== from.branch_id) return false;
  return isEmpty(keep[first]) && !isEmpty(from[first]);
}

/** The number that the merged lead loses is kept as a contact's number, if there is a free contact: it may write to us. */
function spareNumber(merged: Lead, loser: Lead): LeadColumns {
  const number = loser.phone_e164;
  const known = [merged.phone_e164, merged.contact1_e164, merged.contact2_e164];
  if (number === null || known.includes(number) || !isEmpty(merged.contact2)) return {};
  const contact2 = { name: loser.nickname, email: "", areaCode: loser.area_code, phone: loser.phone };
  return { contact2, contact2_e164: number };
}

/** The columns written by a merge that can be reverted, because nobody has written them since. The rest as fields. */
export function undoneColumns(
  lead: Lead,
  { before, after }: { before: LeadColumns; after: LeadColumns },
): { columns: LeadColumns; stayed: NotUndone[] } {
  const changed = Object.keys(after) as Column[];
  const isMine = (column: Column) => same(lead[column], after[column]) || column in moving;
  const groups = [...mergeFields.map(columnsOfField), ...changed.map((column) => [column])];
  const free = changed.filter((column) => {
    const group = groups.find((columns) => columns.includes(column)) ?? [column];
    return group.filter((one) => changed.includes(one)).every(isMine);
  });
  const columns = Object.fromEntries(free.map((column) => [column, backTo(lead, { column, before, after })]));
  const stayed = changed.filter((column) => !free.includes(column)).map(fieldOf);
  return { columns: onlyNew(lead, columns), stayed: [...new Set(stayed)] };
}

/** Columns without those of the given fields, and which of the fields had any. */
export function withoutFields(
  columns: LeadColumns,
  fields: readonly NotUndone[],
): { columns: LeadColumns; stayed: NotUndone[] } {
  const names = Object.keys(columns) as Column[];
  const left = names.filter((column) => !fields.includes(fieldOf(column)));
  const stayed = names.filter((column) => !left.includes(column)).map(fieldOf);
  return { columns: Object.fromEntries(left.map((column) => [column, columns[column]])), stayed: [...new Set(stayed)] };
}

/** Columns that were not replaced, tags with what is left of them, and the fields of the others. */
export function onlySame(columns: LeadColumns, replaced: LeadColumns): { columns: LeadColumns; stayed: NotUndone[] } {
  const names = Object.keys(columns) as Column[];
  const others = names.filter((column) => column !== "tag_ids" && columns[column] !== replaced[column]);
  return withoutFields(replaced, others.map(fieldOf));
}

// Counts and the last contact change by themselves; a count loses what came with the other lead.
const moving: Partial<Record<Column, "count" | "moment">> = {
  revisit_count: "count",
  lead_count: "count",
  last_contact_at: "moment",
};

function backTo(lead: Lead, of: { column: Column; before: LeadColumns; after: LeadColumns }): unknown {
  const { column, before, after } = of;
  if (moving[column] === "count")
    return Math.max(0, Number(lead[column]) - (Number(after[column]) - Number(before[column])));
  if (moving[column] === "moment") return same(lead[column], after[column]) ? before[column] : lead[column];
  return before[column];
}

function fieldOf(column: Column): NotUndone {
  if (column === "tag_ids") return "tag";
  return mergeFields.find((field) => columnsOfField(field).includes(column)) ?? "other";
}

/** Columns as they are written: what is kept as JSON becomes a text. */
export function asWritten(columns: LeadColumns): Updateable<LeadTable> {
  const { contact1, contact2, ...plain } = columns;
  return {
    ...plain,
    ...(contact1 && { contact1: JSON.stringify(contact1) }),
    ...(contact2 && { contact2: JSON.stringify(contact2) }),
  };
}

function onlyNew(lead: Lead, columns: LeadColumns): LeadColumns {
  const changed = (Object.keys(columns) as Column[]).filter((column) => !same(lead[column], columns[column]));
  return Object.fromEntries(changed.map((column) => [column, columns[column]]));
}

function joinedNotes(one: string, other: string): string {
  if (one === "" || other === "" || one === other) return one || other;
  return `${one}\n${other}`.slice(0, maxNotesLength);
}

function laterOf(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === "" || value === 0 || value === false) return true;
  if (Array.isArray(value) || value instanceof Date) return Array.isArray(value) && value.length === 0;
  // A contact with only an area code, which forms prefill, is no contact.
  if (typeof value !== "object") return false;
  const { name, email, phone } = value as { name?: string; email?: string; phone?: string };
  return !name && !email && !phone;
}

/** Whether two values are equal, also after a round trip through JSON, where timestamps are texts. */
function same(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other);
}

function sorted(value: unknown): string {
  if (value instanceof Date) return JSON.stringify(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value ?? null);
  return JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
