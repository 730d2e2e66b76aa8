import type { ImportField } from "../port.ts";
import type { Mapping } from "./mapping.ts";

interface Source {
  readonly field: string;
  readonly many: ImportField["many"];
  readonly columns: readonly { readonly at: number; readonly name: string }[];
}

/**
 * Reads the cells of rows by the mapped fields; columns without a field are left out. The cells of a field in
 * several columns become one list, or lines that begin with the column's name.
 */
export function cellReader(
  columns: readonly string[],
  mapping: Mapping,
  fields: readonly ImportField[],
): (cells: readonly string[]) => Record<string, string> {
  const sources = sourcesOf(columns, mapping, fields);
  return (cells) => {
    const read: Record<string, string> = {};
    for (const source of sources) read[source.field] = textOf(source, cells);
    return read;
  };
}

function sourcesOf(columns: readonly string[], mapping: Mapping, fields: readonly ImportField[]): Source[] {
  const sources = new Map<string, { at: number; name: string }[]>();
  for (const [at, name] of columns.entries()) {
    const field = Object.hasOwn(mapping, name) ? mapping[name] : undefined;
    if (field) sources.set(field, [...(sources.get(field) ?? []), { at, name }]);
  }
  return [...sources].map(([field, from]) => {
    return { field, columns: from, many: fields.find((one) => one.field === field)?.many };
  });
}

function textOf({ columns, many }: Source, cells: readonly string[]): string {
  const [first] = columns;
  if (columns.length === 1 || !many) return cells[first?.at ?? -1] ?? "";
  const filled = columns.flatMap(({ at, name }) => (cells[at] ? [{ name, text: cells[at] }] : []));
  return filled.map(({ name, text }) => (many === "lines" ? `${name}: ${text}` : text)).join("\n");
}
