import type { LeadRow } from "@homeroom/contract/leads";
import { Button } from "antd";
import { type PointerEvent, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { MoreProblem } from "#ui/data-table/more-problem.tsx";
import { laid } from "#ui/laid.ts";
import { useRowsInSight } from "#ui/page/use-rows-in-sight.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { StatusDot } from "#ui/status/status-dot.tsx";
import type { BoardColumnHead } from "../../api/board-moves.ts";
import { useBoardColumn } from "../../api/desk.ts";
import type { Desk } from "../desk/use-desk.ts";
import { toneOf, useStatusCodes } from "../lead-parts.tsx";
import styles from "./board.module.css";
import { BoardCard } from "./board-card.tsx";
import type { BoardKeys } from "./use-board-keys.ts";

interface BoardColumnProps {
  column: BoardColumnHead;
  /** The columns that its cards can move to. */
  others: readonly BoardColumnHead[];
  desk: Desk;
  keys: BoardKeys;
  /** The current drop target. */
  isTarget: boolean;
  draggedId: string | undefined;
  onDrag: ((event: PointerEvent, lead: LeadRow) => void) | undefined;
  onMove: (lead: LeadRow, key: string) => void;
}

const cardHeight = 112;
const gap = 8;
const cardsBeforeEnd = 10;

export function BoardColumn({ column, desk, keys, isTarget, ...props }: BoardColumnProps) {
  const { t } = useTranslation("leads");
  const codes = useStatusCodes();
  const scroller = useRef<HTMLUListElement>(null);
  const found = useBoardColumn(column.status?.recordID ?? null, desk.query);
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = found;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.list) ?? [], [data]);
  const cards = useRowsInSight({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight + gap,
    overscan: 4,
    getItemKey: (index) => rows[index]?.leadId ?? index,
  });
  const items = cards.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    // A failed page is retried only on request.
    const wantsMore = hasNextPage && !isFetching && !isFetchNextPageError;
    if (wantsMore && last >= rows.length - cardsBeforeEnd) void fetchNextPage();
  }, [last, rows.length, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  const { reach } = keys;
  useEffect(() => {
    reach.set(column.key, { count: rows.length, show: (index) => cards.scrollToIndex(index) });
    return () => void reach.delete(column.key);
  }, [reach, column.key, rows.length, cards]);
  // Tab moves to the last focused card or, if it is scrolled away, to the first visible one.
  const active = keys.active.column === column.key ? keys.active.index : 0;
  const inSight = items.find(({ start }) => start >= (cards.scrollOffset ?? 0)) ?? items[0];
  const entry = items.some(({ index }) => index === active) ? active : inSight?.index;

  return (
    <section
      className={laid("column outlined round12 sunkenGround shrinkable", styles.column)}
      data-drop={column.key}
      data-target={isTarget || undefined}
      aria-label={t("board.column", { name: column.name, count: column.total })}
    >
      <header className={laid("row strong justifyBetween pad10x12")}>
        <StatusDot tone={toneOf(codes.get(column.key))} label={column.name} />
        <Total total={column.total} totalIsEstimate={column.totalIsEstimate} />
      </header>
      <ul
        ref={scroller}
        className={laid("fill pad0x8 scrollDown relative unmarked", styles.cards)}
        data-drag-scroll="y"
      >
        <li className={styles.room} style={{ height: cards.getTotalSize() }} aria-hidden />
        {found.isPending && [1, 2, 3].map((one) => <CardSkeleton key={one} />)}
        {found.isError && !data && (
          <li className={laid("quiet text13 textCentre", styles.note)}>
            {found.error}{" "}
            <Button size="small" onClick={() => void found.refetch()}>
              {t("board.retry")}
            </Button>
          </li>
        )}
        {data && rows.length === 0 && (
          <li className={laid("quiet text13 textCentre", styles.note)}>{t("board.empty")}</li>
        )}
        {items.map((item) => {
          const lead = rows[item.index];
          return (
            lead && (
              <BoardCard
                key={lead.leadId}
                lead={lead}
                index={item.index}
                top={item.start}
                height={cardHeight}
                inTabOrder={item.index === entry}
                isOpen={desk.leadId === lead.leadId}
                isDragged={props.draggedId === lead.leadId}
                problem={desk.writes.problemOf(lead.leadId, "status")}
                others={props.others}
                onFocus={() => keys.setActive({ column: column.key, index: item.index })}
                onKeyDown={(event) => keys.onKeyDown(event, { lead, column: column.key, index: item.index })}
                onBlur={keys.leave}
                onOpen={() => desk.open(lead.leadId)}
                onDrag={props.onDrag && ((event) => props.onDrag?.(event, lead))}
                onMove={(key) => props.onMove(lead, key)}
              />
            )
          );
        })}
      </ul>
      <MoreProblem moreError={isFetchNextPageError ? found.error : null} loadMore={() => void fetchNextPage()} />
    </section>
  );
}

function Total({ total, totalIsEstimate }: Pick<BoardColumnHead, "total" | "totalIsEstimate">) {
  const { t } = useTranslation("leads");
  const numberText = useNumberText();
  const number = numberText(total);
  return (
    <span className={laid("small figures regular")}>{totalIsEstimate ? t("board.about", { number }) : number}</span>
  );
}

/** A placeholder for a column while the columns load. */
export function ColumnSkeleton() {
  return (
    <div className={laid("column outlined round12 sunkenGround shrinkable pad0x8 gap8", styles.column)} aria-hidden>
      <span className={laid("pad10x12")}>
        <Skeleton width="40%" />
      </span>
      <ul className={laid("noPadding noMargin unmarked")}>
        {[1, 2, 3].map((one) => (
          <CardSkeleton key={one} />
        ))}
      </ul>
    </div>
  );
}

function CardSkeleton() {
  return (
    <li className={laid("gridBox gap10 below8 outlined round8 surface", styles.skeleton)} aria-hidden>
      <Skeleton width="60%" />
      <Skeleton width="85%" height={12} />
      <Skeleton width="40%" height={12} />
    </li>
  );
}
