import type { CSSProperties } from "react";
import type { Column } from "./column.ts";

const checkWidth = 44;

/** The CSS grid that the header and every row share. */
export function gridStyle<Row>(columns: readonly Column<Row>[], selects: boolean): CSSProperties {
  // Cells after a frozen column rely on its width, so only the last frozen column may grow.
  const tracks = columns.map(({ width, grow, frozen }, index) =>
    grow && !(frozen && columns[index + 1]?.frozen) ? `minmax(${width}px, 1fr)` : `${width}px`,
  );
  // If no column grows, an empty track takes the remaining space.
  if (!columns.some(({ grow }) => grow)) tracks.push("minmax(0, 1fr)");
  const width = columns.reduce((sum, column) => sum + column.width, selects ? checkWidth : 0);
  return {
    "--tracks": [...(selects ? [`${checkWidth}px`] : []), ...tracks].join(" "),
    minWidth: width,
  } as CSSProperties;
}

/** The width of the frozen columns, so that a focused cell is not hidden under them. */
export function frozenWidth<Row>(columns: readonly Column<Row>[], selects: boolean): number {
  return columns.reduce((sum, { frozen, width }) => sum + (frozen ? width : 0), selects ? checkWidth : 0);
}

/** The left offset at which a frozen cell stays while the rest scrolls under it. */
export function cellStyle<Row>(columns: readonly Column<Row>[], index: number, selects: boolean): CSSProperties {
  if (!columns[index]?.frozen) return {};
  const before = columns.slice(0, index).reduce((sum, column) => sum + column.width, 0);
  return { left: before + (selects ? checkWidth : 0) };
}
