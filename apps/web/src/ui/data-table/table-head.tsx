import { CaretDownOutlined, CaretUpOutlined } from "@ant-design/icons";
import { Checkbox } from "antd";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import type { Column } from "./column.ts";
import { ColumnEdge } from "./column-edge.tsx";
import { cellStyle } from "./grid-layout.ts";
import styles from "./row-grid.module.css";

export interface Sort {
  key: string;
  descending: boolean;
}

/** Ascending, then descending, then unsorted. */
function nextSort(sort: Sort | undefined, key: string): Sort | undefined {
  if (sort?.key !== key) return { key, descending: false };
  return sort.descending ? undefined : { key, descending: true };
}

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  selects: boolean;
  sort: Sort | undefined;
  onSort: ((sort: Sort | undefined) => void) | undefined;
  onWidth: (key: string, width: number) => void;
  /** All loaded rows are selected, some, or none. */
  checked: "all" | "some" | "none";
  onCheck: (checked: boolean) => void;
}

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, selects, checked, onCheck } = props;
  const { t } = useTranslation("ui");
  return (
    <div
      className={laid("small lineBelow gridBox alignCentre sunkenGround medium sticky top0", styles.head)}
      role="row"
      aria-rowindex={1}
    >
      {selects && (
        <div className={laid("centre narrowable tall clip sticky onTop left0", styles.check)} role="columnheader">
          <Checkbox
            checked={checked === "all"}
            indeterminate={checked === "some"}
            onChange={({ target }) => onCheck(target.checked)}
            aria-label={t("selection.selectLoaded")}
          />
        </div>
      )}
      {columns.map((column, index) => (
        <HeadCell key={column.key} {...props} column={column} index={index} />
      ))}
    </div>
  );
}

interface HeadCellProps<Row> extends TableHeadProps<Row> {
  column: Column<Row>;
  index: number;
}

function HeadCell<Row>({ columns, column, index, selects, sort, onSort, onWidth }: HeadCellProps<Row>) {
  const direction = sort?.key === column.key ? (sort.descending ? "descending" : "ascending") : undefined;
  const sortable = column.sortable && onSort;
  return (
    <div
      role="columnheader"
      className={laid("cut narrowable pad0x12 innerFocus", styles.cell)}
      data-frozen={column.frozen || undefined}
      data-last-frozen={(column.frozen && !columns[index + 1]?.frozen) || undefined}
      data-align={column.align}
      style={cellStyle(columns, index, selects)}
      {...(sortable ? { "aria-sort": direction ?? "none" } : {})}
    >
      {sortable ? (
        <button
          type="button"
          className={laid("inlineMiddle bare gap4 noPadding inheritColour maxWide wakeable", styles.sort)}
          onClick={() => onSort(nextSort(sort, column.key))}
        >
          {column.title}
          <span className={laid("inlineFlex flexColumn", styles.carets)} data-direction={direction} aria-hidden>
            <CaretUpOutlined />
            <CaretDownOutlined />
          </span>
        </button>
      ) : (
        <span className={laid("block ellipsis clip")}>{column.title}</span>
      )}
      <ColumnEdge column={column} onWidth={(width) => onWidth(column.key, width)} />
    </div>
  );
}
