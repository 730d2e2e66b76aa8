import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from "react";
import { isComposing, isWritingPlace } from "#ui/keyboard/shortcut.ts";
import type { AfterEdit } from "./cell-editing.ts";
import type { Column } from "./column.ts";
import type { DataTableProps } from "./data-table-props.ts";
import { type GridPlace, nextEditable, stepOf } from "./grid-steps.ts";
import { rangeOf } from "./selection.ts";

interface GridKeysGiven<Row> extends DataTableProps<Row> {
  shown: readonly Column<Row>[];
  keys: readonly string[];
  scroller: RefObject<HTMLDivElement | null>;
  /** Scrolls to a row. */
  show: (index: number) => void;
}

/**
 * Keyboard handling of a table. If cells can be edited it is a grid: the arrow keys move between cells, Enter and F2 edit
 * (in the first column Enter opens), and in an editor Enter and Tab move on. Otherwise the arrow keys move between rows and
 * Enter opens. The space bar selects, with Shift a range. One row or cell at a time is in the tab order.
 */
export function useGridKeys<Row>(given: GridKeysGiven<Row>) {
  const { list, onOpen, selection, scroller, keys } = given;
  const place = useGridPlace(given);
  const { isGrid, columnKeys, active, row, focusOn, canEdit, edit } = place;
  const { select, toggle, selectTo } = useRowSelection(given, active.row);

  const onKeyDown = (event: KeyboardEvent) => {
    if (row === undefined || isComposing(event.nativeEvent) || isWritingPlace(event.target) || event.altKey) return;
    const { target } = event;
    if (!(target instanceof HTMLElement) || !(target.dataset.row ?? target.dataset.cell)) return;
    const mod = event.ctrlKey || event.metaKey;
    const next = stepOf(event, active, { rows: list.rows.length, columns: columnKeys });
    if (next) {
      if (event.shiftKey && next.row !== active.row) selectTo(next.row);
      focusOn(next);
    } else if (event.key === "Enter" && !mod) {
      const opens = !isGrid || event.shiftKey || active.column === columnKeys[0] || !canEdit(active);
      if (opens) onOpen?.(row);
      else edit(active);
    } else if (event.key === "F2") edit(active);
    else if (event.key === " ") toggle(event.shiftKey);
    else if (mod && event.key === "a" && selection) selection.setRows(keys, true);
    else return;
    event.preventDefault();
  };

  useImperativeHandle(given.handle, () => ({
    active: () => row,
    step: (by) => {
      const target = isInside(scroller) ? active.row + by : active.row;
      focusOn({ ...active, row: Math.max(0, Math.min(target, keys.length - 1)) });
    },
    focusRow: (key) => {
      const found = keys.indexOf(key);
      if (found >= 0) focusOn({ ...active, row: found });
    },
    edit: (name) => edit({ ...active, column: name ?? active.column }),
    toggleSelected: () => toggle(false),
    selectLoaded: () => selection?.setRows(keys, true),
  }));

  return { ...place, select, onKeyDown };
}

/**
 * The keyboard position, and whether the cell there is being edited. The position follows its record: when the list is
 * fetched again and rows move, the focus and an open editor move with theirs.
 */
function useGridPlace<Row>({ list, keys, scroller, shown, show }: GridKeysGiven<Row>) {
  const isGrid = shown.some((column) => column.edit);
  const columnKeys = isGrid ? shown.map(({ key }) => key) : [];
  const [kept, setKept] = useState<GridPlace & { key?: string | undefined }>({ row: 0, column: columnKeys[0] ?? null });
  const [editing, setEditing] = useState(false);
  const column = columnKeys.includes(kept.column ?? "") ? kept.column : (columnKeys[0] ?? null);
  const active = { row: rowOf(kept, keys), column };
  const setActive = (place: GridPlace) => setKept({ ...place, key: keys[place.row] });
  // The edited record is no longer in the list: do not edit the next one in its place.
  if (editing && keys[active.row] !== kept.key) setEditing(false);

  // The last requested position: a focus event that arrives late, on a slow machine, must not close an editor opened since.
  const turn = useRef(0);
  const focusOn = (place: GridPlace) => {
    const mine = ++turn.current;
    const before = document.activeElement;
    setActive(place);
    setEditing(false);
    show(place.row);
    const cell = place.column === null ? "" : ` [data-cell="${place.column}"]`;
    requestAnimationFrame(() => {
      if (mine !== turn.current || hasGoneOn(before, scroller)) return;
      scroller.current?.querySelector<HTMLElement>(`[data-row="${place.row}"]${cell}`)?.focus();
    });
  };
  /** New filters have loaded new rows: the position moves to their top, unless it is on one of them. */
  const startAgain = () => {
    if (!isInside(scroller)) setKept({ row: 0, column: kept.column });
  };
  const canEdit = (place: GridPlace) => {
    const at = list.rows[place.row];
    return at !== undefined && shown.find(({ key }) => key === place.column)?.edit?.(at) !== undefined;
  };
  const edit = (place: GridPlace) => {
    if (!canEdit(place)) return focusOn(place);
    turn.current++;
    setActive(place);
    show(place.row);
    setEditing(true);
  };
  const doneEditing = (after: AfterEdit) => {
    if (after === "left") return setEditing(false);
    if (after === "down") return focusOn({ ...active, row: Math.min(active.row + 1, list.rows.length - 1) });
    const next = after === "stay" ? undefined : nextEditable(list.rows, shown, active, after === "next" ? 1 : -1);
    if (next) edit(next);
    else focusOn(active);
  };
  const row = list.rows[active.row];
  return { isGrid, columnKeys, active, row, editing, focusOn, canEdit, edit, doneEditing, setActive, startAgain };
}

/** Selects single rows, and ranges from the last selected row. */
function useRowSelection<Row>({ selection, keys }: GridKeysGiven<Row>, activeRow: number) {
  const [anchor, setAnchor] = useState<string | null>(null);
  const select = (key: string, selected: boolean, range: boolean) => {
    selection?.setRows(range ? rangeOf(keys, anchor, key) : [key], selected);
    if (!range) setAnchor(key);
  };
  const toggle = (range: boolean) => {
    const key = keys[activeRow];
    if (key !== undefined && selection) select(key, range || !selection.keys.has(key), range);
  };
  const selectTo = (row: number) => {
    const from = anchor ?? keys[activeRow] ?? null;
    setAnchor(from);
    selection?.setRows(rangeOf(keys, from, keys[row] ?? ""), true);
  };
  return { select, toggle, selectTo };
}

function isInside(scroller: RefObject<HTMLDivElement | null>): boolean {
  return scroller.current?.contains(document.activeElement) ?? false;
}

/** The current index of the record; if it is gone, the index that it had. */
function rowOf({ row, key }: { row: number; key?: string | undefined }, keys: readonly string[]): number {
  const found = key === undefined || keys[row] === key ? row : keys.indexOf(key);
  return Math.max(0, Math.min(found >= 0 ? found : row, keys.length - 1));
}

/** Whether the person has since started to type somewhere else on the page. */
function hasGoneOn(before: Element | null, scroller: RefObject<HTMLDivElement | null>): boolean {
  const { activeElement } = document;
  return activeElement !== before && isWritingPlace(activeElement) && !isInside(scroller);
}
