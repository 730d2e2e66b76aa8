import { type ClipboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { usePreference } from "#platform/preferences.ts";
import { isWritingPlace } from "#ui/keyboard/shortcut.ts";
import shared from "#ui/layout.module.css";
import { useRowsInSight } from "#ui/page/use-rows-in-sight.ts";
import { useDelayed } from "#ui/time/use-delayed.ts";
import type { Column } from "./column.ts";
import type { DataTableProps } from "./data-table-props.ts";
import { gridStyle } from "./grid-layout.ts";
import type { GridPlace } from "./grid-steps.ts";
import { TableHead } from "./table-head.tsx";
import { type RowActions, SkeletonRows, TableRow } from "./table-row.tsx";
import { useGridKeys } from "./use-grid-keys.ts";

interface RowGridProps<Row> extends DataTableProps<Row> {
  /** The visible columns, in order. */
  shown: readonly Column<Row>[];
  scroller: RefObject<HTMLDivElement | null>;
  onWidth: (key: string, width: number) => void;
}

const rowHeights = { default: 40, large: 48, small: 36 } as const;
const rowsBeforeEnd = 40;

export function RowGrid<Row>(props: RowGridProps<Row>) {
  const { shown, list, rowKey, selection, scroller } = props;
  const [size] = usePreference("size");
  const late = useDelayed(list.loading);
  // A key depends only on the record: the function is new in every render, the rows are not.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the rows alone say whether keys have changed
  const keys = useMemo(() => list.rows.map(rowKey), [list.rows]);
  const rows = useRowsInSight({
    count: list.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeights[size],
    overscan: 8,
    getItemKey: (index) => keys[index] ?? index,
  });
  useEffect(() => rows.measure(), [rows, size]);

  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (list.hasMore && list.moreError === null && last >= list.rows.length - rowsBeforeEnd) list.loadMore();
  }, [last, list]);

  const grid = useGridKeys({ ...props, keys, show: (index) => rows.scrollToIndex(index) });
  useStartAgain(list.refreshing, () => {
    if (scroller.current) scroller.current.scrollTop = 0;
    grid.startAgain();
  });
  const { active } = grid;
  const actions = useRowActions<Row>({
    select: (row, selected, range) => grid.select(rowKey(row), selected, range),
    open(row, index) {
      grid.setActive({ row: index, column: active.column });
      props.onOpen?.(row);
    },
    rest: (row) => props.onRest?.(row),
    edit: (row, column) => grid.edit({ row, column }),
    edited: grid.doneEditing,
    focus: (row, column) => grid.setActive({ row, column }),
    keyDown: grid.onKeyDown,
  });
  const onPaste = usePaste({ ...props, keys, place: active });
  return (
    <div
      role={grid.isGrid ? "grid" : "table"}
      aria-label={props.label}
      aria-rowcount={(list.total ?? list.rows.length) + 1}
      aria-colcount={shown.length + (selection ? 1 : 0)}
      aria-busy={list.loading || list.refreshing}
      {...(selection && grid.isGrid && { "aria-multiselectable": true })}
      className={shared.relative}
      onPaste={onPaste}
      style={gridStyle(shown, Boolean(selection))}
    >
      <TableHead
        columns={shown}
        selects={Boolean(selection)}
        sort={props.sort}
        onSort={props.onSort}
        onWidth={props.onWidth}
        checked={checkedState(keys, selection)}
        onCheck={(checked) => selection?.setRows(keys, checked)}
      />
      <div
        className={shared.relative}
        role="rowgroup"
        style={{ height: list.loading ? undefined : rows.getTotalSize() }}
      >
        {late && <SkeletonRows columns={shown} selects={Boolean(selection)} />}
        {items.map((item) => {
          const row = list.rows[item.index];
          const key = keys[item.index];
          if (row === undefined || key === undefined) return null;
          const isActive = item.index === active.row;
          return (
            <TableRow
              key={key}
              row={row}
              index={item.index}
              top={item.start}
              columns={shown}
              isGrid={grid.isGrid}
              active={isActive}
              activeColumn={isActive ? active.column : null}
              editing={isActive && grid.editing}
              open={key === props.openKey}
              remark={props.remark?.(row)}
              selected={selection ? selection.allMatching || selection.keys.has(key) : undefined}
              opens={props.onOpen !== undefined}
              actions={actions}
            />
          );
        })}
      </div>
    </div>
  );
}

/** A stable reference to the row actions of the latest render. */
function useRowActions<Row>(latest: RowActions<Row>): RefObject<RowActions<Row>> {
  const actions = useRef(latest);
  useLayoutEffect(() => {
    actions.current = latest;
  });
  return actions;
}

/** New filters have loaded new rows: start at their top. */
function useStartAgain(refreshing: boolean, toTop: () => void): void {
  const was = useRef(refreshing);
  useEffect(() => {
    if (was.current && !refreshing) toTop();
    was.current = refreshing;
  });
}

function checkedState(keys: readonly string[], selection: DataTableProps<never>["selection"]): "all" | "some" | "none" {
  if (!selection || keys.length === 0) return "none";
  if (selection.allMatching) return "all";
  if (selection.keys.size === 0) return "none";
  return selection.keys.size >= keys.length && keys.every((key) => selection.keys.has(key)) ? "all" : "some";
}

interface PasteGiven<Row> extends DataTableProps<Row> {
  shown: readonly Column<Row>[];
  keys: readonly string[];
  place: GridPlace;
}

/** Handles text that is pasted on a cell; an open editor handles its own. */
function usePaste<Row>({ list, shown, keys, place, selection, onPaste }: PasteGiven<Row>) {
  if (!onPaste) return undefined;
  return (event: ClipboardEvent) => {
    const { target } = event;
    if (isWritingPlace(target) || !(target instanceof HTMLElement) || !target.dataset.cell) return;
    const text = event.clipboardData.getData("text/plain");
    if (text === "") return;
    event.preventDefault();
    const selected = selection ? keys.flatMap((key, index) => (selection.keys.has(key) ? [index] : [])) : [];
    // Loaded on the first paste.
    void import("./paste.ts").then(({ blockOf, pastedBlock }) =>
      onPaste(pastedBlock(blockOf(text), { rows: list.rows, columns: shown, place, selected })),
    );
  };
}
