import { Children, type RefObject, useEffect } from "react";
import { laid } from "#ui/laid.ts";
import { useRowsInSight } from "#ui/page/use-rows-in-sight.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import styles from "./card-list.module.css";
import type { DataTableProps, RowCard } from "./data-table-props.ts";

interface CardListProps<Row> extends DataTableProps<Row> {
  scroller: RefObject<HTMLDivElement | null>;
}

const cardsBeforeEnd = 10;

export function CardList<Row>({ list, rowKey, card, onOpen, scroller, label }: CardListProps<Row>) {
  const late = useDelayed(list.loading);
  const cards = useRowsInSight({
    count: list.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 84,
    overscan: 8,
  });
  // The scroller is a parent of this list and exists only after layout, also when a hidden screen is shown again.
  useEffect(() => cards.measure(), [cards]);
  const items = cards.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (list.hasMore && list.moreError === null && last >= list.rows.length - cardsBeforeEnd) list.loadMore();
  }, [last, list]);

  if (list.loading) return late ? <SkeletonCards /> : null;
  return (
    <ul className={laid("noPadding relative unmarked")} aria-label={label} style={{ height: cards.getTotalSize() }}>
      {items.map((item) => {
        const row = list.rows[item.index] as Row;
        return (
          <li
            key={rowKey(row)}
            ref={cards.measureElement}
            data-index={item.index}
            className={laid("wide absolute top0")}
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <CardBody card={card(row)} onOpen={onOpen ? () => onOpen(row) : undefined} />
          </li>
        );
      })}
    </ul>
  );
}

function CardBody({ card, onOpen }: { card: RowCard; onOpen: (() => void) | undefined }) {
  const facts = card.facts.filter((fact) => fact !== null && fact !== undefined && fact !== "");
  const content = (
    <>
      {card.lead}
      <span className={laid("column grow gap6")}>
        <span className={laid("line alignBaseline justifyBetween")}>
          <span className={laid("cut strong narrowable")}>{card.title}</span>
          <span className={laid("small fixed", styles.aside)}>{card.aside}</span>
        </span>
        <span className={laid("quiet flexBox wrap text13", styles.facts)}>
          {Children.map(facts.slice(0, 3), (fact) => (
            <span className={laid("cut narrowable maxWide")}>{fact}</span>
          ))}
        </span>
      </span>
    </>
  );
  const body = onOpen ? (
    <button
      type="button"
      className={laid("middle wide gap12 pad12 noBackground textStart noBorder lineBelow", styles.card)}
      onClick={onOpen}
    >
      {content}
    </button>
  ) : (
    <div className={laid("middle wide gap12 pad12 noBackground textStart noBorder lineBelow", styles.card)}>
      {content}
    </div>
  );
  if (card.corner)
    return (
      <div className={laid("middle lineBelow", styles.withCorner)}>
        {body}
        <div className={laid("fixed", styles.corner)}>{card.corner}</div>
      </div>
    );
  if (!card.actions) return body;
  return (
    <div className={laid("lineBelow", styles.withActions)}>
      {body}
      <div className={laid("row", styles.actions)}>{card.actions}</div>
    </div>
  );
}

function SkeletonCards() {
  return [1, 2, 3, 4, 5, 6].map((number) => (
    <div
      key={number}
      className={laid("middle wide gap12 pad12 noBackground textStart noBorder lineBelow", styles.card)}
      aria-hidden
    >
      <span className={laid("column grow gap6")}>
        <Skeleton width="45%" />
        <span className={laid("quiet flexBox wrap text13", styles.facts)}>
          <Skeleton width="75%" height={12} />
        </span>
      </span>
    </div>
  ));
}
