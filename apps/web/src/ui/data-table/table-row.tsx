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
  /** Cells are walked, not rows. */
  isGrid: boolean;
  /** In the tab order: the row, or one of its cells. */
  active: boolean;
  activeColumn: string | null;
  /** The active cell is being edited. */
  editing: boolean;
  open: boolean;
  /** Something quiet to be said of the row, such as that it no longer matches. */
  remark: string | undefined;
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  /** It can be opened. */
  opens: boolean;
  /** The same in each render, so that a row is drawn again only when something of it is other. */
  actions: RefObject<RowActions<Row>>;
}

/** What is done with a row of this index. */
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

/** The pointer is not on its way over the row any more. */
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

/** A row of the table. With the same properties it is not drawn again. */
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
  // The first column opens the record, by a click too; the keyboard edits it by F2.
  const clickEdits = open && place > 0;
  const press = (event: MouseEvent) => {
    if (!clickEdits || editing || !isPlainClick(event)) return false;
    event.stopPropagation();
    actions.current.edit(index, column.key);
    return true;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the row hears the keys of its cells
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

/** A click on the row itself: not on something inside that has its own use, and not the end of marking text. */
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

/** Rows of the real shape in the place of the ones that load. */
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
 * Takes a press that the browser does not report as a click: what lay under the pointer was replaced before it was released, as
 * when somebody else's change arrives in between. `press` answers whether the press was for it.
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
