import type { ReactNode } from "react";

export interface Column<Row> {
  key: string;
  title: string;
  /** Pixels. A column that grows takes its share of the room that is left. */
  width: number;
  grow?: boolean;
  /** `end` for money and other figures, which then have equal width. */
  align?: "start" | "end";
  /** Stays at the left while the rest scrolls. Frozen columns come first and cannot be hidden. */
  frozen?: boolean;
  sortable?: boolean;
  /** Not shown until somebody chooses it. */
  hiddenAtFirst?: boolean;
  /** Return null for an empty cell. */
  render: (row: Row) => ReactNode;
}

/** What a person has chosen for one table: the order of its columns and the ones that are not shown. */
export interface ColumnChoice {
  order: string[];
  hidden: string[];
}

/** The choice that a table starts with. */
export function firstChoice<Row>(columns: readonly Column<Row>[]): ColumnChoice {
  return {
    order: columns.map((column) => column.key),
    hidden: columns.filter((column) => column.hiddenAtFirst).map((column) => column.key),
  };
}

/**
 * The columns in the chosen order; frozen ones stay in front. Keys of the choice that no longer exist are dropped, and
 * columns that are newer than the choice come last in their own order.
 */
export function orderedColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  const place = (column: Column<Row>) => {
    if (column.frozen) return -1;
    const index = choice.order.indexOf(column.key);
    return index === -1 ? choice.order.length : index;
  };
  return [...columns].sort((a, b) => place(a) - place(b));
}

/** The columns that are shown, in order. */
export function shownColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  return orderedColumns(columns, choice).filter((column) => column.frozen || !choice.hidden.includes(column.key));
}

/** The order after a column has moved one place; frozen columns neither move nor are passed. */
export function movedOrder<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
  key: string,
  by: 1 | -1,
): string[] {
  const ordered = orderedColumns(columns, choice);
  const keys = ordered.map((column) => column.key);
  const from = keys.indexOf(key);
  const to = from + by;
  const [moved, passed] = [ordered[from], ordered[to]];
  if (!moved || !passed || moved.frozen || passed.frozen) return keys;
  keys.splice(from, 1);
  keys.splice(to, 0, key);
  return keys;
}

/** Reads a stored choice; null when it is missing or not understood. */
export function parseChoice(stored: string | null): ColumnChoice | null {
  if (stored === null) return null;
  try {
    const { order, hidden } = JSON.parse(stored) as Record<string, unknown>;
    return areKeys(order) && areKeys(hidden) ? { order, hidden } : null;
  } catch {
    return null;
  }
}

function areKeys(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((key) => typeof key === "string");
}
