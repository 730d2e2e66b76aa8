import type { ConversationFilter, ConversationOrder, ConversationState } from "@homeroom/contract/chat";
import type { ConversationId, MessageId } from "@homeroom/contract/ids";
import { Button } from "antd";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { type ListFilters, useConversationList } from "../../api/conversation-list.ts";
import { ConversationRows, RowSkeletons, type RowsHandle } from "./conversation-rows.tsx";
import { ListHead } from "./list-head.tsx";
import styles from "./list-pane.module.css";
import { SearchResults } from "./search-results.tsx";

interface ListPaneProps {
  filters: ListFilters;
  openId: ConversationId | null;
  onOpen: (id: ConversationId | null, messageId?: MessageId) => void;
  onFilter: (filter: ConversationFilter) => void;
  onState: (state: ConversationState) => void;
  onOrder: (order: ConversationOrder) => void;
  onClear: () => void;
  rows: Ref<RowsHandle>;
}

/** The left column: one row of controls, and the conversations. */
export function ListPane({ filters, openId, onOpen, onClear, rows, ...choices }: ListPaneProps) {
  const { t } = useTranslation("inbox");
  const list = useConversationList(filters);
  const late = useDelayed(list.loading);
  const isSearch = filters.keywords !== "";
  const isEmpty = !list.loading && list.error === null && list.rows.length === 0;

  return (
    <section
      className={laid("column narrowable surface shrinkable", styles.pane)}
      aria-label={t("list.label")}
      aria-busy={list.loading || list.changing}
    >
      <ListHead filters={filters} list={list} {...choices} />
      <div
        className={laid("column fill relative", styles.body)}
        data-changing={(list.changing && !isSearch) || undefined}
      >
        {late && !isSearch && <RowSkeletons />}
        {list.error !== null && <ErrorState message={list.error} onRetry={() => void list.retry()} />}
        {isSearch && list.error === null && (
          <SearchResults
            key={filters.keywords}
            keywords={filters.keywords}
            list={list}
            openId={openId}
            onOpen={onOpen}
            rows={rows}
          />
        )}
        {!isSearch && isEmpty && <NothingListed filters={filters} onState={choices.onState} onClear={onClear} />}
        {!isSearch && list.rows.length > 0 && (
          <ConversationRows ref={rows} list={list} openId={openId} onOpen={onOpen} />
        )}
      </div>
      <LeftOut filters={filters} list={list} onOrder={choices.onOrder} />
      {list.failedPage !== null && (
        <p className={laid("danger pad8x12 lineAbove text12")} role="alert">
          {list.failedPage}
          <Button size="small" type="link" onClick={list.loadMore}>
            {t("retry")}
          </Button>
        </p>
      )}
    </section>
  );
}

interface LeftOutProps {
  filters: ListFilters;
  list: ReturnType<typeof useConversationList>;
  onOrder: (order: ConversationOrder) => void;
}

/** Waiting customers whose window is over or who have none: the order by closing windows leaves them out. */
function LeftOut({ filters, list, onOrder }: LeftOutProps) {
  const { t } = useTranslation("inbox");
  const [shown, waiting = 0] = [list.rows.length, list.counts.NoReply];
  // Customers on the next page are not left out, so the number is known only at the end of the list.
  if (filters.order !== "window" || list.changing || list.hasMore || waiting <= shown) return null;
  return (
    <p className={laid("small pad8x12 lineAbove")}>
      {t("list.leftOut", { count: waiting - shown })}
      <Button size="small" type="link" onClick={() => onOrder("wait")}>
        {t("list.showLeftOut")}
      </Button>
    </p>
  );
}

interface NothingListedProps {
  filters: ListFilters;
  onState: (state: ConversationState) => void;
  onClear: () => void;
}

/** Why the list is empty, with one action. */
function NothingListed({ filters, onState, onClear }: NothingListedProps) {
  const { t } = useTranslation("inbox");
  const isNarrowed = [...filters.sales, ...filters.label, filters.channel, filters.branch].some(Boolean);
  const [only] = filters.filters;
  const showAll = <Button onClick={onClear}>{t("list.showAll")}</Button>;
  if (isNarrowed || filters.filters.length > 1)
    return <EmptyState title={t("list.nothingFound")} detail={t("list.nothingFoundDetail")} action={showAll} />;
  if (only && only !== "All") return <EmptyState title={t(`empty.${only}`)} action={showAll} />;
  if (filters.state === "closed" || filters.state === "snoozed")
    return (
      <EmptyState
        title={t(`emptyState.${filters.state}`)}
        detail={t(`emptyStateDetail.${filters.state}`)}
        action={<Button onClick={() => onState("open")}>{t("list.showOpen")}</Button>}
      />
    );
  return <EmptyState title={t("list.nobody")} detail={t("list.nobodyDetail")} />;
}
