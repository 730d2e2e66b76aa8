import type { ReactNode } from "react";
import type { CellProblem, OpenEditor } from "./cell-editing.ts";

export interface Column<Row> {
  key: string;
  title: string;
  /** Pixels. A growing column takes its share of the remaining space. */
  width: number;
  grow?: boolean;
  /** `end` for money and other numbers, with digits of equal width. */
  align?: "start" | "end";
  /** Stays on the left while the rest scrolls. Frozen columns come first and cannot be hidden. */
  frozen?: boolean;
  sortable?: boolean;
  /** Hidden until somebody chooses it. */
  hiddenAtFirst?: boolean;
  /** Return null for an empty cell. */
  render: (row: Row) => ReactNode;
  /** The editor of a cell; undefined if this person may not change it. A table with such a column is a grid of cells. */
  edit?: (row: Row) => OpenEditor | undefined;
  /** The error of the cell's last save. */
  problem?: (row: Row) => CellProblem | undefined;
}

/** Makes the columns of a list, with titles by key: `column("name", 220, render, { frozen: true })`. */
export function columnMaker<Row>(titleOf: (key: string) => string) {
  return (key: string, width: number, render: Column<Row>["render"], more: Partial<Column<Row>> = {}): Column<Row> => ({
    key,
    title: titleOf(key),
    width,
    render,
    ...more,
  });
}

/** A person's choice for one table: the order, widths and pins of its columns, and the hidden ones. */
export interface ColumnChoice {
  order: string[];
  hidden: string[];
  /** Pixels by key, if they differ from the column's default. */
  widths: Record<string, number>;
  /** Stay on the left, after the frozen ones. */
  pinned: string[];
}

export const widthBounds = { least: 64, most: 640 } as const;

/** The default choice of a table. */
export function firstChoice<Row>(columns: readonly Column<Row>[]): ColumnChoice {
  return {
    order: columns.map((column) => column.key),
    hidden: columns.filter((column) => column.hiddenAtFirst).map((column) => column.key),
    widths: {},
    pinned: [],
  };
}

/**
 * The columns in the chosen order and width; frozen and pinned ones stay in front. Unknown keys of the choice are dropped,
 * and columns that are newer than the choice come last in their own order.
 */
export function orderedColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  const place = (column: Column<Row>) => {
    const index = choice.order.indexOf(column.key);
    return index === -1 ? choice.order.length : index;
  };
  const group = (column: Column<Row>) => (column.frozen ? 0 : choice.pinned.includes(column.key) ? 1 : 2);
  return [...columns].sort((a, b) => group(a) - group(b) || (a.frozen ? 0 : place(a) - place(b)));
}

/** The visible columns, in order, with their chosen widths; pinned ones are frozen. */
export function shownColumns<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  return orderedColumns(columns, choice)
    .filter((column) => column.frozen || !choice.hidden.includes(column.key))
    .map((column) => {
      const width = choice.widths[column.key];
      const pinned = choice.pinned.includes(column.key);
      if (width === undefined && !pinned) return column;
      return { ...column, ...(width !== undefined && { width, grow: false }), ...(pinned && { frozen: true }) };
    });
}

/**
 * The choice after a column has moved to the place of another one; frozen columns do not move, and no column can move past
 * them.
 */
export function movedTo<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
  key: string,
  target: string,
): ColumnChoice {
  const ordered = orderedColumns(columns, choice);
  const keys = ordered.map((column) => column.key);
  const [from, to] = [keys.indexOf(key), keys.indexOf(target)];
  const [moved, passed] = [ordered[from], ordered[to]];
  if (!moved || !passed || moved.frozen || passed.frozen) return choice;
  keys.splice(from, 1);
  keys.splice(to, 0, key);
  // A column that moves among the pinned ones is pinned, and one that leaves them is unpinned.
  const pinned = choice.pinned.filter((other) => other !== key);
  return { ...choice, order: keys, pinned: choice.pinned.includes(target) ? [...pinned, key] : pinned };
}

/** The choice after a column has moved one place. */
export function movedBy<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
  key: string,
  by: 1 | -1,
): ColumnChoice {
  const keys = orderedColumns(columns, choice).map((column) => column.key);
  const target = keys[keys.indexOf(key) + by];
  return target === undefined ? choice : movedTo(columns, choice, key, target);
}

/** The choice with a column's new width, within readable limits. */
export function withWidth(choice: ColumnChoice, key: string, width: number): ColumnChoice {
  const bounded = Math.round(Math.min(widthBounds.most, Math.max(widthBounds.least, width)));
  return { ...choice, widths: { ...choice.widths, [key]: bounded } };
}

/** The choice with a column pinned to the left, or unpinned. */
export function withPinned(choice: ColumnChoice, key: string, pinned: boolean): ColumnChoice {
  const others = choice.pinned.filter((other) => other !== key);
  return { ...choice, pinned: pinned ? [...others, key] : others };
}

/** The choice with a column shown or hidden. */
export function withShown(choice: ColumnChoice, key: string, shown: boolean): ColumnChoice {
  const others = choice.hidden.filter((hidden) => hidden !== key);
  return { ...choice, hidden: shown ? others : [...others, key] };
}

/** Parses a stored choice; null if it is missing or invalid. */
export function parseChoice(stored: string | null): ColumnChoice | null {
  if (stored === null) return null;
  try {
    const { order, hidden, widths = {}, pinned = [] } = JSON.parse(stored) as Record<string, unknown>;
    return areKeys(order) && areKeys(hidden) && areWidths(widths) && areKeys(pinned)
      ? { order, hidden, widths, pinned }
      : null;
  } catch {
    return null;
  }
}

function areKeys(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((key) => typeof key === "string");
}

function areWidths(value: unknown): value is Record<string, number> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((width) => typeof width === "number" && Number.isFinite(width));
}
