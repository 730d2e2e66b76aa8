import { Checkbox } from "antd";
import type { KeyboardEvent, MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Skeleton } from "#ui/states/skeleton.tsx";
import type { Column } from "./column.ts";
import { cellStyle } from "./grid-layout.ts";
import styles from "./row-grid.module.css";

interface TableRowProps<Row> {
  row: Row;
  index: number;
  /** Pixels from the top of the list. */
  top: number;
  columns: readonly Column<Row>[];
  /** In the tab order. */
  active: boolean;
  open: boolean;
  /** Undefined where rows cannot be selected. */
  selected: boolean | undefined;
  onSelect: (selected: boolean, range: boolean) => void;
  onOpen: (() => void) | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, index, columns, selected, onSelect, onOpen } = props;
  const { t } = useTranslation("ui");
  const selects = selected !== undefined;

  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={props.active ? 0 : -1}
      className={styles.row}
      data-row={index}
      data-open={props.open || undefined}
      data-selected={selected || undefined}
      data-opens={onOpen ? true : undefined}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={(event) => isPlainClick(event) && onOpen?.()}
      onKeyDown={props.onKeyDown}
    >
      {selects && (
        <div className={styles.check} role="cell">
          <Checkbox
            checked={selected}
            onChange={({ target, nativeEvent }) =>
              onSelect(target.checked, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
            }
            aria-label={t("selection.selectRow", { number: index + 1 })}
          />
        </div>
      )}
      {columns.map((column, place) => (
        <div
          key={column.key}
          role="cell"
          className={styles.cell}
          data-frozen={column.frozen || undefined}
          data-align={column.align}
          style={cellStyle(columns, place, selects)}
        >
          {column.render(row)}
        </div>
      ))}
    </div>
  );
}

/** A click on the row itself: not on something inside that has its own use, and not the end of marking text. */
function isPlainClick(event: MouseEvent): boolean {
  if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return false;
  const inner = event.target.closest(
    "a, button, input, label, select, textarea, [role=combobox], [role=button], [data-own-click]",
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
    <div key={index} className={styles.row} data-skeleton aria-hidden>
      {selects && (
        <div className={styles.check}>
          <Skeleton width={16} height={16} />
        </div>
      )}
      {columns.map((column, place) => (
        <div key={column.key} className={styles.cell} data-align={column.align}>
          <Skeleton width={`${45 + ((index * 3 + place * 5) % 4) * 12}%`} />
        </div>
      ))}
    </div>
  ));
}
