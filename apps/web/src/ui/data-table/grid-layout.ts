import type { CSSProperties } from "react";
import type { Column } from "./column.ts";

const checkWidth = 44;

/** The grid that the head and every row share. */
export function gridStyle<Row>(columns: readonly Column<Row>[], selects: boolean): CSSProperties {
  // What stays at the left must be as wide as the cells behind it reckon: of these, only the last may grow.
  const tracks = columns.map(({ width, grow, frozen }, index) =>
    grow && !(frozen && columns[index + 1]?.frozen) ? `minmax(${width}px, 1fr)` : `${width}px`,
  );
  // When no column grows, an empty track takes the room that is left.
  if (!columns.some(({ grow }) => grow)) tracks.push("minmax(0, 1fr)");
  const width = columns.reduce((sum, column) => sum + column.width, selects ? checkWidth : 0);
  return {
    "--tracks": [...(selects ? [`${checkWidth}px`] : []), ...tracks].join(" "),
    minWidth: width,
  } as CSSProperties;
}

/** How much of the left is taken by what stays there, so that a cell that is walked to does not hide under it. */
export function frozenWidth<Row>(columns: readonly Column<Row>[], selects: boolean): number {
  return columns.reduce((sum, { frozen, width }) => sum + (frozen ? width : 0), selects ? checkWidth : 0);
}

/** Where a frozen cell stops while the rest scrolls under it. */
export function cellStyle<Row>(columns: readonly Column<Row>[], index: number, selects: boolean): CSSProperties {
  if (!columns[index]?.frozen) return {};
  const before = columns.slice(0, index).reduce((sum, column) => sum + column.width, 0);
  return { left: before + (selects ? checkWidth : 0) };
}
