import type { Column } from "./column.ts";

/** The keyboard position: the index of a row and, in a grid, a column. */
export interface GridPlace {
  row: number;
  column: string | null;
}

interface Grid {
  rows: number;
  /** Keys of the visible columns; empty if the focus moves by rows. */
  columns: readonly string[];
}

type Press = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey">;

const page = 10;

/** The position after a key; undefined for a key that does not move. It stops at the edges. */
export function stepOf(press: Press, from: GridPlace, { rows, columns }: Grid): GridPlace | undefined {
  const mod = press.ctrlKey || press.metaKey;
  const down = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[press.key];
  if (down !== undefined) {
    const end = down > 0 ? rows - 1 : 0;
    return { ...from, row: mod ? end : Math.max(0, Math.min(rows - 1, from.row + down)) };
  }
  const last = columns.length - 1;
  if (last < 0) return undefined;
  const place = Math.max(0, columns.indexOf(from.column ?? ""));
  const column = {
    ArrowRight: mod ? last : Math.min(last, place + 1),
    ArrowLeft: mod ? 0 : Math.max(0, place - 1),
    Home: 0,
    End: last,
  }[press.key];
  if (column === undefined) return undefined;
  const row = !mod || press.key.startsWith("Arrow") ? from.row : press.key === "Home" ? 0 : rows - 1;
  return { row, column: columns[column] ?? null };
}

/** The next or previous editable cell for Tab; at the end of a row it continues in the next. */
export function nextEditable<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  from: GridPlace,
  by: 1 | -1,
): GridPlace | undefined {
  let { row } = from;
  let place = columns.findIndex(({ key }) => key === from.column);
  // At most two rows: if neither the rest of this one nor the next has an editable cell, the position stays.
  for (let looked = 0; looked < columns.length * 2; looked++) {
    place += by;
    if (place < 0 || place >= columns.length) {
      row += by;
      place = by === 1 ? 0 : columns.length - 1;
    }
    const at = rows[row];
    const column = columns[place];
    if (at === undefined || !column) return undefined;
    if (column.edit?.(at)) return { row, column: column.key };
  }
  return undefined;
}
