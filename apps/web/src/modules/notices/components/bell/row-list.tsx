import { BellOutlined } from "@ant-design/icons";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MoreButton } from "#ui/data-table/more-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { Skeleton } from "#ui/states/skeleton.tsx";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import styles from "./bell.module.css";

interface RowListProps<Row> {
  query: UseInfiniteQueryResult<{ pages: { list: Row[] }[] }>;
  keyOf: (row: Row) => string;
  render: (row: Row) => ReactNode;
  empty: { title: string; detail: string };
}

/** The rows of one tab of the bell, with its loading, empty and error states. */
export function RowList<Row>({ query, keyOf, render, empty }: RowListProps<Row>) {
  const { t } = useTranslation("notices");
  const late = useDelayed(query.isPending);
  const rows = query.data?.pages.flatMap((page) => page.list) ?? [];
  if (query.isPending)
    return <div className={laid("noMargin pad4 scrollY unmarked", styles.rows)}>{late && <SkeletonRows />}</div>;
  if (query.error && rows.length === 0)
    return (
      <div className={laid("noMargin pad4 scrollY unmarked", styles.rows)}>
        <ErrorState message={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  if (rows.length === 0)
    return (
      <div className={laid("noMargin pad4 scrollY unmarked", styles.rows)}>
        <EmptyState icon={<BellOutlined />} title={empty.title} detail={empty.detail} />
      </div>
    );
  return (
    <ul className={laid("pad4 scrollY unmarked", styles.rows)}>
      {rows.map((row) => (
        <li key={keyOf(row)}>{render(row)}</li>
      ))}
      {query.hasNextPage && (
        <li className={layout.textCentre}>
          <MoreButton list={query} label={t("bell.more")} />
        </li>
      )}
    </ul>
  );
}

interface RowProps {
  title: ReactNode;
  tags: ReactNode;
  detail?: string;
  time: string;
  isRead: boolean;
  onOpen: () => void;
}

/** One item: its kind, text and time, and whether it was read. */
export function Row({ title, tags, detail, time, isRead, onOpen }: RowProps) {
  const { t } = useTranslation("notices");
  return (
    <button
      type="button"
      className={laid("column bare quiet wide gap4 pad10x12 hoverable round8 textStart", styles.row)}
      data-unread={!isRead || undefined}
      onClick={onOpen}
    >
      <span className={laid("middle gap6")}>
        {tags}
        <span className={laid("figures push text12")}>
          <RelativeTime value={time} />
        </span>
        {!isRead && <span className={laid("circle height8", styles.dot)} role="img" aria-label={t("bell.unread")} />}
      </span>
      <span className={laid("breaking textColour", styles.title)}>{title}</span>
      {detail && <span className={laid("clamp2 text12 leading18")}>{detail}</span>}
    </button>
  );
}

function SkeletonRows() {
  return [0, 1, 2, 3].map((row) => (
    <div key={row} className={laid("column gap10 pad12")}>
      <Skeleton width="30%" />
      <Skeleton width="80%" />
    </div>
  ));
}
