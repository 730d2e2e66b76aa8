import { type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import type { Column } from "./column.ts";
import { widthBounds } from "./column.ts";
import styles from "./row-grid.module.css";

interface ColumnEdgeProps<Row> {
  column: Column<Row>;
  /** Called while the edge is dragged, and with the original width if the drag is cancelled. */
  onWidth: (width: number) => void;
}

const step = 16;

/** The right edge of a header cell: dragging it or using the arrow keys resizes the column. */
export function ColumnEdge<Row>({ column, onWidth }: ColumnEdgeProps<Row>) {
  const { t } = useTranslation("ui");
  const from = useRef<{ x: number; width: number } | null>(null);
  const cellWidth = (edge: Element) => edge.parentElement?.getBoundingClientRect().width ?? column.width;
  const drag = (event: PointerEvent) => {
    if (from.current) onWidth(from.current.width + event.clientX - from.current.x);
  };
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={t("columns.width", { name: column.title })}
      aria-valuenow={column.width}
      aria-valuemin={widthBounds.least}
      aria-valuemax={widthBounds.most}
      tabIndex={0}
      className={laid("tall absolute top0", styles.edge)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, width: cellWidth(event.currentTarget) };
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        from.current = null;
      }}
      onPointerCancel={() => {
        if (from.current) onWidth(from.current.width);
        from.current = null;
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -step, ArrowRight: step }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onWidth(cellWidth(event.currentTarget) + by);
      }}
    />
  );
}
