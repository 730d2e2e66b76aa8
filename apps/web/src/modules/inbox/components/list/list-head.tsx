import { CloseOutlined, FilterOutlined, SearchOutlined, SortAscendingOutlined } from "@ant-design/icons";
import type { ConversationFilter, ConversationOrder } from "@homeroom/contract/chat";
import { Button, Dropdown, Popover } from "antd";
import { useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { CountBadge } from "#ui/badge/count-badge.tsx";
import { FilterChip } from "#ui/filter-bar/filter-chip.tsx";
import { searchKey } from "#ui/filter-bar/filters.ts";
import { SavedViews } from "#ui/filter-bar/saved-views.tsx";
import { SearchBox } from "#ui/filter-bar/search-box.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { useShortcut } from "#ui/keyboard/use-shortcut.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import type { ListFilters, useConversationList } from "../../api/conversation-list.ts";
import { viewKeys } from "../../rules/inbox-address.ts";
import { CountedChoice } from "./counted-choice.tsx";
import styles from "./list-head.module.css";
import { MoreFilters, type MoreFiltersProps } from "./more-filters.tsx";
import { useListChips } from "./use-list-chips.ts";

interface ListHeadProps extends Omit<MoreFiltersProps, "isCounted"> {
  list: Pick<ReturnType<typeof useConversationList>, "counts">;
  onOrder: (order: ConversationOrder) => void;
}

/** The lists used most of the day; everything else is behind the funnel. */
const firstFilters = ["All", "NoReply", "My"] as const;

/**
 * One row above the list: the three main lists, search, saved views, order, and everything else behind the funnel. Active
 * filters are shown below it.
 */
export function ListHead(props: ListHeadProps) {
  const { t } = useTranslation("inbox");
  const definitions = useListChips();
  const urlFilters = useUrlFilters(definitions, viewKeys);
  const [searches, setSearches] = useState(false);
  const isSearch = urlFilters.keywords !== "" || searches;
  // The box must be mounted before the next key, which belongs to the search.
  useShortcut("/", () => flushSync(() => setSearches(true)), { enabled: !isSearch });
  const leaveSearch = () => {
    setSearches(false);
    urlFilters.set(searchKey, []);
  };
  const { filters, list, onFilter } = props;
  const isChosen = (filter: ConversationFilter) =>
    filter === "All" ? filters.filters.length === 0 : filters.filters.includes(filter);

  return (
    <div className={layout.lineBelow} role="search">
      <div className={laid("middle gap2", styles.row)}>
        {isSearch ? (
          <div className={laid("middle grow")}>
            <SearchBox
              value={urlFilters.keywords}
              placeholder={t("list.search")}
              focusAtOnce={searches}
              onSearch={(words) => urlFilters.set(searchKey, [words])}
              onEscape={leaveSearch}
            />
            <Button
              type="text"
              icon={<CloseOutlined />}
              aria-label={t("list.leaveSearch")}
              title={t("list.leaveSearch")}
              onClick={leaveSearch}
            />
          </div>
        ) : (
          <>
            <div className={laid("grow flexBox gap2", styles.tabs)} role="group" aria-label={t("list.filters")}>
              {firstFilters.map((filter) => (
                <CountedChoice
                  key={filter}
                  label={t(`filter.${filter}`)}
                  hint={t(`filterHint.${filter}`)}
                  count={filter === "NoReply" ? list.counts[filter] : undefined}
                  chosen={isChosen(filter)}
                  onChoose={() => onFilter(filter)}
                />
              ))}
            </div>
            <Button
              type="text"
              icon={<SearchOutlined />}
              aria-label={t("list.search")}
              title={`${t("list.search")} (/)`}
              onClick={() => setSearches(true)}
            />
          </>
        )}
        <div className={styles.views}>
          <SavedViews id="inbox" filters={urlFilters} />
        </div>
        {!isSearch && <OrderChoice {...props} />}
        <FilterButton {...props} isSearch={isSearch} />
      </div>
      <NarrowedBy {...props} chips={urlFilters} />
    </div>
  );
}

function OrderChoice({ filters, onOrder }: ListHeadProps) {
  const { t } = useTranslation("inbox");
  const orders = ["latest", "wait", "window"] as const;
  const title = t("list.order", { order: t(`order.${filters.order}`) });
  return (
    <Dropdown
      trigger={["click"]}
      placement="bottomRight"
      menu={{
        selectable: true,
        selectedKeys: [filters.order],
        items: orders.map((order) => ({ key: order, label: t(`order.${order}`), title: t(`orderHint.${order}`) })),
        onClick: ({ key }) => onOrder(key as ConversationOrder),
      }}
    >
      <Button type="text" icon={<SortAscendingOutlined />} aria-label={title} title={title} />
    </Dropdown>
  );
}

/** Filters without a tab in the row, and the states other than open. */
function hiddenChoices({ filters, state, keywords }: ListFilters): number {
  const unusualState = state !== null && (state !== "open" || keywords !== "");
  return filters.filter((filter) => filter !== "NoReply" && filter !== "My").length + Number(unusualState);
}

function FilterButton({ isSearch, ...props }: ListHeadProps & { isSearch: boolean }) {
  const { t } = useTranslation("inbox");
  return (
    <CountBadge dot={hiddenChoices(props.filters) > 0}>
      <Popover
        trigger="click"
        placement="bottomRight"
        destroyOnHidden
        content={<MoreFilters {...props} isCounted={!isSearch} />}
      >
        <Button type="text" icon={<FilterOutlined />} aria-label={t("list.more")} title={t("list.more")} />
      </Popover>
    </CountBadge>
  );
}

/** The active filters besides the tabs, each with a button to remove it; renders nothing without any. */
function NarrowedBy({
  filters,
  onFilter,
  onState,
  chips,
}: ListHeadProps & { chips: ReturnType<typeof useUrlFilters> }) {
  const { t } = useTranslation("inbox");
  const definitions = useListChips().filter(({ key }) => (chips.values[key]?.length ?? 0) > 0);
  const others = filters.filters.filter((filter) => filter !== "NoReply" && filter !== "My");
  const { state } = filters;
  const otherState = state !== null && (state !== "open" || filters.keywords !== "") ? state : null;
  if (definitions.length + others.length === 0 && !otherState) return null;
  return (
    <div className={laid("middleWrap gap6 text12", styles.chips)}>
      {otherState && <Removable label={t(`conversationState.${otherState}`)} onRemove={() => onState(otherState)} />}
      {others.map((filter) => (
        <Removable key={filter} label={t(`filter.${filter}`)} onRemove={() => onFilter(filter)} />
      ))}
      {definitions.map((filter) => (
        <FilterChip
          key={filter.key}
          filter={filter}
          values={chips.values[filter.key] ?? []}
          onChange={(values) => chips.set(filter.key, values)}
        />
      ))}
      {definitions.length > 1 && (
        <Button size="small" type="link" onClick={chips.clear}>
          {t("list.clear")}
        </Button>
      )}
    </div>
  );
}

function Removable({ label, onRemove }: { label: string; onRemove: () => void }) {
  const { t } = useTranslation("inbox");
  return (
    <span className={laid("inlineMiddle gap2 pill", styles.removable)}>
      {label}
      <button
        type="button"
        className={laid("centre bare quiet pill height24 text10 wakeable")}
        aria-label={t("list.remove", { name: label })}
        onClick={onRemove}
      >
        <CloseOutlined aria-hidden />
      </button>
    </span>
  );
}
