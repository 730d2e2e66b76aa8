import type { ConversationFilter } from "@homeroom/contract/chat";
import type { ConversationId } from "@homeroom/contract/ids";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { EmptyState } from "#ui/states/empty-state.tsx";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useDelayed } from "#ui/time/use-delayed.ts";
import { type ListFilters, useConversationList } from "../../api/conversation-list.ts";
import { ConversationRows } from "./conversation-rows.tsx";
import { FilterTabs } from "./filter-tabs.tsx";
import { ListHead } from "./list-head.tsx";
import styles from "./list-pane.module.css";
import { RowSkeletons } from "./row-skeletons.tsx";

interface ListPaneProps {
  filters: ListFilters;
  openId: ConversationId | null;
  onOpen: (id: ConversationId | null) => void;
  onTab: (filter: ConversationFilter) => void;
}

/** The left column: search, tabs with counts, and the conversations, the latest first. */
export function ListPane({ filters, openId, onOpen, onTab }: ListPaneProps) {
  const { t } = useTranslation("inbox");
  const list = useConversationList(filters);
  const late = useDelayed(list.loading);

  return (
    <section className={styles.pane} aria-label={t("list.label")} aria-busy={list.loading || list.changing}>
      <ListHead />
      <FilterTabs chosen={filters.filter} counts={list.counts} onChoose={onTab} />
      <div className={styles.body} data-changing={list.changing || undefined}>
        {late && <RowSkeletons />}
        {list.error !== null && <ErrorState message={list.error} onRetry={() => void list.retry()} />}
        {!list.loading && list.error === null && list.rows.length === 0 && <Nothing filters={filters} onTab={onTab} />}
        {list.rows.length > 0 && <ConversationRows list={list} openId={openId} onOpen={onOpen} />}
      </div>
      {list.failedPage !== null && (
        <p className={styles.failed} role="alert">
          {list.failedPage}
          <Button size="small" type="link" onClick={list.loadMore}>
            {t("retry")}
          </Button>
        </p>
      )}
    </section>
  );
}

function Nothing({ filters, onTab }: Pick<ListPaneProps, "filters" | "onTab">) {
  const { t } = useTranslation("inbox");
  const searched = filters.keywords !== "" || filters.sales.length > 0 || filters.label.length > 0;
  if (searched) return <EmptyState title={t("list.nothingFound")} detail={t("list.nothingFoundDetail")} />;
  if (filters.filter === "All") return <EmptyState title={t("list.nobody")} detail={t("list.nobodyDetail")} />;
  return (
    <EmptyState
      title={t(`empty.${filters.filter}`)}
      action={<Button onClick={() => onTab("All")}>{t("list.showAll")}</Button>}
    />
  );
}
