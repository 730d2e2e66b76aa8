import { type Column, type ColumnChoice, orderedColumns, shownColumns, withWidth } from "./column.ts";

/** The address parameter of a table's columns. */
export const columnsKey = "columns";

/**
 * A choice of columns as address text: the shown keys in order, `*` before a pinned one and `.width` after one with a chosen
 * width, as in "nickname.220_*status_sales". These characters need no escaping in an address.
 */
export function choiceText<Row>(columns: readonly Column<Row>[], choice: ColumnChoice): string {
  return shownColumns(columns, choice)
    .map(({ key }) => {
      const width = choice.widths[key];
      return `${choice.pinned.includes(key) ? "*" : ""}${key}${width === undefined ? "" : `.${width}`}`;
    })
    .join("_");
}

/** Parses such a text; unknown parts are ignored. Null if no known column is left. */
export function choiceOfText<Row>(columns: readonly Column<Row>[], text: string | null): ColumnChoice | null {
  const parts = [...(text ?? "").matchAll(/(?:^|_)(\*?)([a-zA-Z0-9]+)(?:\.(\d{1,4}))?(?=_|$)/g)];
  const known = parts.filter(([, , key]) => columns.some((column) => column.key === key));
  if (known.length === 0) return null;
  const shown = known.map(([, , key]) => key as string);
  let choice: ColumnChoice = {
    order: shown,
    hidden: columns.filter(({ key, frozen }) => !frozen && !shown.includes(key)).map(({ key }) => key),
    widths: {},
    pinned: known.filter(([, pin]) => pin === "*").map(([, , key]) => key as string),
  };
  for (const [, , key, width] of known) if (width) choice = withWidth(choice, key as string, Number(width));
  return { ...choice, order: orderedColumns(columns, choice).map(({ key }) => key) };
}
