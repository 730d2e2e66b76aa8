import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { usePreference } from "#platform/preferences.ts";
import { isComposing } from "#ui/keyboard/shortcut.ts";
import { useDelayed } from "#ui/time/use-delayed.ts";
import type { Column } from "./column.ts";
import type { DataTableProps } from "./data-table.tsx";
import { gridStyle } from "./grid-layout.ts";
import styles from "./row-grid.module.css";
import { rangeOf } from "./selection.ts";
import { TableHead } from "./table-head.tsx";
import { SkeletonRows, TableRow } from "./table-row.tsx";

interface RowGridProps<Row> extends DataTableProps<Row> {
  columns: readonly Column<Row>[];
  scroller: RefObject<HTMLDivElement | null>;
}

const rowHeights = { default: 40, large: 48, small: 36 } as const;
const rowsBeforeEnd = 20;

export function RowGrid<Row>(props: RowGridProps<Row>) {
  const { columns, list, rowKey, selection, scroller } = props;
  const [size] = usePreference("size");
  const late = useDelayed(list.loading);
  const keys = list.rows.map(rowKey);
  const rows = useVirtualizer({
    count: list.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeights[size],
    overscan: 12,
    getItemKey: (index) => keys[index] ?? index,
  });
  useEffect(() => rows.measure(), [rows, size]);

  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (list.hasMore && last >= list.rows.length - rowsBeforeEnd) list.loadMore();
  }, [last, list]);

  const { active, onKeyDown, setActive } = useRowKeys(props, (index) => rows.scrollToIndex(index));
  const [anchor, setAnchor] = useState<string | null>(null);
  const select = (key: string, selected: boolean, range: boolean) => {
    selection?.setRows(range ? rangeOf(keys, anchor, key) : [key], selected);
    setAnchor(key);
  };

  const openRow = (index: number) => {
    setActive(index);
    props.onOpen?.(list.rows[index] as Row);
  };

  return (
    <div
      role="table"
      aria-label={props.label}
      aria-rowcount={(list.total ?? list.rows.length) + 1}
      aria-busy={list.loading || list.refreshing}
      className={styles.grid}
      style={gridStyle(columns, Boolean(selection))}
    >
      <TableHead
        columns={columns}
        selects={Boolean(selection)}
        sort={props.sort}
        onSort={props.onSort}
        checked={checkedState(keys, selection)}
        onCheck={(checked) => selection?.setRows(keys, checked)}
      />
      <div className={styles.body} role="rowgroup" style={{ height: list.loading ? undefined : rows.getTotalSize() }}>
        {late && <SkeletonRows columns={columns} selects={Boolean(selection)} />}
        {items.map((item) => {
          const row = list.rows[item.index] as Row;
          const key = keys[item.index] as string;
          return (
            <TableRow
              key={key}
              row={row}
              index={item.index}
              top={item.start}
              columns={columns}
              active={item.index === active}
              open={key === props.openKey}
              selected={selection ? selection.allMatching || selection.keys.has(key) : undefined}
              onSelect={(selected, range) => select(key, selected, range)}
              onOpen={props.onOpen ? () => openRow(item.index) : undefined}
              onKeyDown={onKeyDown}
            />
          );
        })}
      </div>
    </div>
  );
}

function checkedState(keys: string[], selection: DataTableProps<never>["selection"]): "all" | "some" | "none" {
  if (!selection || keys.length === 0) return "none";
  if (selection.allMatching || keys.every((key) => selection.keys.has(key))) return "all";
  return selection.keys.size > 0 ? "some" : "none";
}

/** Arrows walk from row to row, Enter opens, the space bar selects; one row at a time is in the tab order. */
function useRowKeys<Row>(
  { list, rowKey, onOpen, selection, scroller }: RowGridProps<Row>,
  show: (index: number) => void,
) {
  const [active, setActive] = useState(0);

  const focus = (index: number) => {
    setActive(index);
    show(index);
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus());
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = list.rows[active];
    const onRow = event.target instanceof HTMLElement && event.target.dataset.row !== undefined;
    if (!onRow || row === undefined || isComposing(event.nativeEvent)) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    if (step !== undefined) focus(Math.max(0, Math.min(list.rows.length - 1, active + step)));
    else if (event.key === "Enter") onOpen?.(row);
    else if (event.key === " " && selection) selection.setRows([rowKey(row)], !selection.keys.has(rowKey(row)));
    else return;
    event.preventDefault();
  };

  return { active, onKeyDown, setActive };
}
