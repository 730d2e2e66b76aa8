import type { AccountId, FileId, RecordId, RoleId } from "@homeroom/contract/ids";
import type {
  ImportedRow,
  ImportKindName,
  ImportTask,
  LeadImportOptions,
  ReadTable,
  StaffImport,
  tableDelimiters,
  tableEncodings,
} from "@homeroom/contract/imports";
import { readId } from "#platform/ids.ts";

export interface WizardProps {
  kind: ImportKindName;
  place: WizardStep;
  /** `new`, `file-<id>`, `task-<id>`; null closes the wizard. */
  goTo: (place: string | null) => void;
}

/** How a text table is read, if a person has chosen so. */
export interface Dialect {
  encoding?: (typeof tableEncodings)[number];
  delimiter?: (typeof tableDelimiters)[number];
  headingRow?: number;
}

/** The wizard's step, as in the address: `new`, `file-<id>` or `task-<id>`. */
export type WizardStep = { step: "upload" } | { step: "mapping"; fileID: FileId } | { step: "task"; taskID: RecordId };

/** Reads the address; null when the wizard is closed or the address is invalid. */
export function placeOf(text: string | null): WizardStep | null {
  if (text === null) return null;
  const fileID = readId<FileId>(/^file-(.+)$/.exec(text)?.[1]);
  if (fileID) return { step: "mapping", fileID };
  const taskID = readId<RecordId>(/^task-(.+)$/.exec(text)?.[1]);
  if (taskID) return { step: "task", taskID };
  return { step: "upload" };
}

/** Whether an import is in progress. */
export function isInProgress({ state }: Pick<ImportTask, "state">): boolean {
  return state === "waiting" || state === "running" || state === "undoing";
}

/** A cell that a person has corrected. */
export type Fix = ImportTask["order"]["fixes"][number];

const maxFixes = 1000;

/** Corrections with later ones merged in: the last one of a cell counts, up to as many as a call accepts. */
export function withFixes(before: readonly Fix[], later: readonly Fix[]): Fix[] {
  const isLater = ({ row, column }: Fix) => later.some((one) => one.row === row && one.column === column);
  return [...before.filter((one) => !isLater(one)), ...later].slice(-maxFixes);
}

/** Required fields without a column. */
export function missingFields(fields: ReadTable["fields"], mapping: Readonly<Record<string, string>>) {
  const used = new Set(Object.values(mapping));
  return fields.filter(({ field, required, instead }) => required && ![field, ...instead].some((one) => used.has(one)));
}

/** The mapping after a column gets a field: the column that had it before loses it, unless several may have it. */
export function withColumn(
  mapping: Readonly<Record<string, string>>,
  { column, field, many = false }: { column: string; field: string | undefined; many?: boolean },
): Record<string, string> {
  const others = Object.entries(mapping).filter(([name, held]) => name !== column && (many || held !== field));
  return Object.fromEntries(field ? [...others, [column, field]] : others);
}

/** The mapping with every column without a field mapped to the notes. */
export function withRestInNotes(
  mapping: Readonly<Record<string, string>>,
  columns: readonly string[],
): Record<string, string> {
  const rest = columns.filter((column) => !mapping[column]);
  return { ...mapping, ...Object.fromEntries(rest.map((column) => [column, "notes"])) };
}

export type Duplicates = "refuse" | "skip" | "update";

/** The options besides the columns. */
export interface StaffOptionValues {
  branchID: string;
  roleIds: RoleId[];
  duplicates: Duplicates;
  invite: boolean;
}

/** The handling of rows of existing people, as the call expects it. */
export function duplicatesOf({ skipDuplicates, updateExisting }: Partial<StaffImport>): Duplicates {
  if (skipDuplicates) return "skip";
  return updateExisting ? "update" : "refuse";
}

/** The progress of an import, in whole percent. */
export function percentOf({ processed, total }: Pick<ImportTask, "processed" | "total">): number {
  return total === 0 ? 0 : Math.floor((processed / total) * 100);
}

/** The options besides the columns, for leads. */
export interface LeadOptionValues {
  branchID: string;
  duplicates: LeadDuplicates;
  assignBy: NonNullable<LeadImportOptions["assignBy"]>;
  sales: AccountId[];
  channel: RecordId | null;
  tag: RecordId[];
  createMissing: boolean;
  areaCode: string;
  dayFirst: boolean | null;
}

export type LeadDuplicates = "refuse" | "skip" | "fill" | "overwrite";

/** The handling of rows of existing leads, as the call expects it. */
export function leadDuplicates(choice: LeadDuplicates): Partial<LeadImportOptions> {
  return {
    skipDuplicates: choice === "skip",
    updateExisting: choice === "fill" || choice === "overwrite",
    overwrite: choice === "overwrite",
  };
}

/** The address of the records of an import. */
export function listOfImport({ kind, taskID }: Pick<ImportTask, "kind" | "taskID">): string {
  if (kind === "lead") return `/lead/list?importID=${taskID}`;
  return kind === "staff" ? "/staff/list" : "/system/fee";
}

/** The fields that people look for first in a row. */
const firstFields = [
  "nickname",
  "fullname",
  "phone",
  "email",
  "contact1Name",
  "contact1Phone",
  "sales",
  "channel",
  "tag",
];

/**
 * The columns of a preview by their fields, each field once: the name first, then fields with an error in one of the rows,
 * then the others.
 */
export function columnsOf(
  mapping: Readonly<Record<string, string>>,
  rows: readonly Pick<ImportedRow, "errors">[],
): [field: string, column: string][] {
  const columns = new Map<string, string>();
  for (const [column, field] of Object.entries(mapping)) if (!columns.has(field)) columns.set(field, column);
  const wrong = new Set(rows.flatMap(({ errors }) => errors.map(({ field }) => field)));
  const place = (field: string) => {
    if (field === firstFields[0]) return -1;
    const known = firstFields.indexOf(field);
    return (known < 0 ? firstFields.length : known) + (wrong.has(field) ? 0 : 100);
  };
  return [...columns].sort(([one], [other]) => place(one) - place(other));
}
