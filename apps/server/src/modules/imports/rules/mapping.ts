import { createHash } from "node:crypto";
import type { Language } from "@homeroom/contract/language";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import type { ImportField } from "../port.ts";

/** Fields by column, as people mapped them. */
export type Mapping = Readonly<Record<string, string>>;

/** The same set of columns has the same signature in any order. */
export function signatureOf(columns: readonly string[]): string {
  const names = columns.map(plain).sort();
  return createHash("sha256").update(JSON.stringify(names)).digest("hex").slice(0, 32);
}

/** The mapping suggested by the columns' names: exact headings first, then headings that contain a field's name. */
export function proposeMapping(
  columns: readonly string[],
  fields: readonly ImportField[],
  how: "exactly" | "nearly" = "nearly",
): Record<string, string> {
  const mapping: Record<string, string> = {};
  const left = new Map(fields.map((field) => [field, namesOf(field)]));
  const plainColumns = columns.map((column) => [column, plain(column)] as const);
  const match = (fits: (column: string, name: string) => boolean) => {
    for (const [column, plainColumn] of plainColumns) {
      if (Object.hasOwn(mapping, column)) continue;
      const [found] = [...left].find(([, names]) => names.some((name) => fits(plainColumn, name))) ?? [];
      if (!found) continue;
      mapping[column] = found.field;
      left.delete(found);
    }
  };
  match((column, name) => column === name);
  if (how === "exactly") return mapping;
  match((column, name) => name.length > 1 && (column.startsWith(name) || column.endsWith(name)));
  return mapping;
}

const minMatches = 2;

/**
 * The position of the heading row among a table's first rows: the one with the most names of fields, since people write titles
 * above it. If none has two such cells, it is the first row.
 */
export function findHeading(rows: readonly (readonly string[])[], fields: readonly ImportField[]): number {
  const scores = rows.map(
    (cells) => Object.keys(proposeMapping([...new Set(cells.filter(Boolean))], fields, "exactly")).length,
  );
  const best = Math.max(0, ...scores);
  return best < minMatches ? 0 : scores.indexOf(best);
}

/** The part of a remembered mapping whose columns and fields exist. */
export function fittingMapping(mapping: Mapping, columns: readonly string[], fields: readonly ImportField[]) {
  const known = new Set(fields.map(({ field }) => field));
  return Object.fromEntries(
    Object.entries(mapping).filter(([column, field]) => columns.includes(column) && known.has(field)),
  );
}

/**
 * The mapping as it is used: columns left out are dropped. Throws if a column or field does not exist, if a
 * field comes from two columns, or if a required field comes from none.
 */
export function checkMapping(
  given: Mapping,
  { columns, fields, language }: { columns: readonly string[]; fields: readonly ImportField[]; language: Language },
): Record<string, string> {
  const used = Object.entries(given).filter(([, field]) => field !== "");
  const faults: FieldFault[] = [];
  const from = new Map<string, string>();
  for (const [column, field] of used) {
    const known = fields.find((one) => one.field === field);
    const at = `mapping.${column}`;
    if (!known || !columns.includes(column)) faults.push({ field: at, name: "FIELD_INVALID" });
    else if (from.has(field) && !known.many) {
      faults.push({ field: at, name: "IMPORT_COLUMN_TWICE", data: { field: known.labels[language] } });
    }
    from.set(field, column);
  }
  for (const { field, labels, required, instead = [] } of fields) {
    if (!required || [field, ...instead].some((one) => from.has(one))) continue;
    faults.push({ field: `mapping.${field}`, name: "IMPORT_COLUMN_MISSING", data: { field: labels[language] } });
  }
  const first = faults[0];
  if (first) throw new AppError(first.name, first.data, { fields: faults });
  return Object.fromEntries(used);
}

function namesOf({ field, labels, synonyms }: ImportField): string[] {
  return [field, ...Object.values(labels), ...synonyms].map(plain);
}

/** No heading is longer, but the search for the heading row reads any cell. */
const maxHeading = 100;

/** A heading in normal form: without case, width, spaces, punctuation and remarks in brackets. */
function plain(name: string): string {
  const text = name.slice(0, maxHeading).normalize("NFKC").toLowerCase();
  const bare = text.replace(/[([【「].*?[)\]】」]/g, "").replace(/[\s\p{P}\p{S}]/gu, "");
  return bare || text.replace(/\s/g, "");
}
