import { RelativeTime } from "#ui/time/relative-time.tsx";
import type { Column } from "./column.ts";

type ColumnOptions<Row> = Partial<Omit<Column<Row>, "key" | "title" | "render">>;

/** The first column of a row: its name in bold, with the full text on hover. */
export function nameColumn(title: string, given: ColumnOptions<{ name: string }> = {}): Column<{ name: string }> {
  const render = ({ name }: { name: string }) => <b title={name}>{name}</b>;
  return { key: "name", title, width: 220, frozen: true, ...given, render };
}

/** A column for a person, read from the field of the same name. Empty for nobody. */
export function personColumn<Key extends string>(
  key: Key,
  title: string,
  given: ColumnOptions<Record<Key, string>> = {},
): Column<Record<Key, string>> {
  return { key, title, width: 110, ...given, render: (row) => row[key] || null };
}

/** A column for a time, read from the field of the same name. Empty for never. */
export function timeColumn<Key extends string>(
  key: Key,
  title: string,
  given: ColumnOptions<Record<Key, string | null>> = {},
): Column<Record<Key, string | null>> {
  return { key, title, width: 120, ...given, render: (row) => <RelativeTime value={row[key]} /> };
}
