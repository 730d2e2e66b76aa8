import { Checkbox } from "antd";
import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import type { AfterEdit } from "./cell-editing.ts";
import { CellProblemMark } from "./cell-problem-mark.tsx";
import type { Column } from "./column.ts";
import { cellStyle } from "./grid-layout.ts";
import styles from "./row-grid.module.css";

interface TableRowProps<Row> {
  row: Row;
  index: number;
  /** Pixels from the top of the list. */
  top: number;
  columns: readonly Column<Row>[];
  /** The focus moves by cells, not rows. */
  isGrid: boolean;
  /** The row, or one of its cells, is in the tab order. */
  active: boolean;
  activeColumn: string | null;
  /** The active cell is being edited. */
  editing: boolean;
  open: boolean;
  /** A quiet remark on the row, such as that it no longer matches. */
  remark: string | undefined;
  /** Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  /** Whether it can be opened. */
  opens: boolean;
  /** Stable between renders, so that a row renders again only when one of its properties changes. */
  actions: RefObject<RowActions<Row>>;
}

/** The actions of the row with an index. */
export interface RowActions<Row> {
  select: (row: Row, selected: boolean, range: boolean) => void;
  open: (row: Row, index: number) => void;
  /** The pointer rests on it. */
  rest: (row: Row) => void;
  edit: (index: number, column: string) => void;
  edited: (after: AfterEdit) => void;
  focus: (index: number, column: string | null) => void;
  keyDown: (event: KeyboardEvent) => void;
}

/** A pointer that stays this long is not just crossing the row. */
const restMs = 60;

function PlainRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, selected, opens, actions, isGrid, remark } = props;
  const { t } = useTranslation("ui");
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const selects = selected !== undefined;
  const press = (event: MouseEvent) => {
    if (!opens || !isPlainClick(event)) return false;
    actions.current.open(row, index);
    return true;
  };

  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      {...(!isGrid && { tabIndex: props.active ? 0 : -1 })}
      className={laid("gridBox alignCentre absolute top0 wide lineBelow", styles.row)}
      data-row={index}
      data-open={props.open || undefined}
      data-selected={selected || undefined}
      data-opens={opens || undefined}
      data-remark={remark && true}
      title={remark}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={press}
      {...useLostClick(press)}
      onPointerEnter={() => (rest.current = setTimeout(() => actions.current.rest(row), restMs))}
      onPointerLeave={() => clearTimeout(rest.current)}
      onFocus={(event) => {
        const cell = event.target.closest<HTMLElement>("[data-cell]")?.dataset.cell;
        if (cell !== undefined || !isGrid) actions.current.focus(index, cell ?? null);
      }}
      onKeyDown={(event) => actions.current.keyDown(event)}
    >
      {selects && (
        <div
          className={laid("centre narrowable tall clip sticky onTop left0", styles.check)}
          role={isGrid ? "gridcell" : "cell"}
        >
          <Checkbox
            checked={selected}
            tabIndex={isGrid ? -1 : 0}
            onChange={({ target, nativeEvent }) =>
              actions.current.select(row, target.checked, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
            }
            aria-label={t("selection.selectRow", { number: index + 1 })}
          />
        </div>
      )}
      {columns.map((column, place) => (
        <Cell key={column.key} {...props} column={column} place={place} selects={selects} />
      ))}
    </div>
  );
}

/** A row of the table. With the same properties it does not render again. */
export const TableRow = memo(PlainRow) as typeof PlainRow;

interface CellProps<Row> extends TableRowProps<Row> {
  column: Column<Row>;
  place: number;
  selects: boolean;
}

function Cell<Row>({ row, index, column, place, columns, selects, isGrid, actions, ...props }: CellProps<Row>) {
  const isActive = isGrid && props.active && props.activeColumn === column.key;
  const open = isGrid ? column.edit?.(row) : undefined;
  const editing = isActive && props.editing && open;
  const problem = column.problem?.(row);
  // In the first column Enter and a click open the record; F2 edits the cell.
  const clickEdits = open && place > 0;
  const press = (event: MouseEvent) => {
    if (!clickEdits || editing || !isPlainClick(event)) return false;
    event.stopPropagation();
    actions.current.edit(index, column.key);
    return true;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the row handles the keys of its cells
    <div
      role={isGrid ? "gridcell" : "cell"}
      className={laid("cut narrowable pad0x12 innerFocus", styles.cell)}
      {...(isGrid && { tabIndex: isActive && !editing ? 0 : -1, "data-cell": column.key, "aria-readonly": !open })}
      data-frozen={column.frozen || undefined}
      data-last-frozen={(column.frozen && !columns[place + 1]?.frozen) || undefined}
      data-align={column.align}
      data-editable={clickEdits ? true : undefined}
      data-editing={editing ? true : undefined}
      data-problem={problem && true}
      style={cellStyle(columns, place, selects)}
      onClick={press}
      {...useLostClick(press)}
    >
      {editing ? editing({ done: (after) => actions.current.edited(after) }) : column.render(row)}
      {problem && !editing && <CellProblemMark problem={problem} />}
    </div>
  );
}

/** A click on the row itself: not on a control inside it, and not the end of a text selection. */
function isPlainClick(event: MouseEvent): boolean {
  if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return false;
  const inner = event.target.closest(
    "a, button, input, label, select, textarea, [role=combobox], [role=button], [data-own-click], [data-editing]",
  );
  return !inner && window.getSelection()?.isCollapsed !== false;
}

interface SkeletonRowsProps<Row> {
  columns: readonly Column<Row>[];
  selects: boolean;
}

const skeletonRows = Array.from({ length: 12 }, (_, index) => index);

/** Placeholders in the shape of the rows that are loading. */
export function SkeletonRows<Row>({ columns, selects }: SkeletonRowsProps<Row>) {
  return skeletonRows.map((index) => (
    <div
      key={index}
      className={laid("gridBox alignCentre absolute top0 wide lineBelow", styles.row)}
      data-skeleton
      aria-hidden
    >
      {selects && (
        <div className={laid("centre narrowable tall clip sticky onTop left0", styles.check)}>
          <Skeleton width={16} height={16} />
        </div>
      )}
      {columns.map((column, place) => (
        <div
          key={column.key}
          className={laid("cut narrowable pad0x12 innerFocus", styles.cell)}
          data-align={column.align}
        >
          <Skeleton width={`${45 + ((index * 3 + place * 5) % 4) * 12}%`} />
        </div>
      ))}
    </div>
  ));
}

/**
 * Handles a press that the browser does not report as a click because the element under the pointer was replaced before the
 * release, for example by somebody else's change. `press` returns whether it handled the press.
 */
function useLostClick(press: (event: MouseEvent) => boolean) {
  const pressed = useRef<EventTarget | null>(null);
  return {
    onMouseDown: (event: MouseEvent) => {
      pressed.current = event.button === 0 ? event.target : null;
    },
    onMouseUp: (event: MouseEvent) => {
      const { current } = pressed;
      pressed.current = null;
      const isLost = current instanceof Node && !current.isConnected;
      if (isLost && press(event)) event.stopPropagation();
    },
  };
}
