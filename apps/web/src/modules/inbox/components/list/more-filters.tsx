import { type ConversationFilter, type ConversationState, conversationStates } from "@homeroom/contract/chat";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { FilterChip } from "#ui/filter-bar/filter-chip.tsx";
import { useUrlFilters } from "#ui/filter-bar/use-url-filters.ts";
import { laid } from "#ui/laid.ts";
import { type ListFilters, useAllCounts } from "../../api/conversation-list.ts";
import { viewKeys } from "../../rules/inbox-address.ts";
import { AlertSettings } from "./alert-settings.tsx";
import { CountedChoice } from "./counted-choice.tsx";
import styles from "./list-head.module.css";
import { useListChips } from "./use-list-chips.ts";

export interface MoreFiltersProps {
  filters: ListFilters;
  /** Each choice shows how many conversations match it. */
  isCounted: boolean;
  onFilter: (filter: ConversationFilter) => void;
  onState: (state: ConversationState) => void;
}

const moreFilters = ["Under24h", "Over24h", "CustomerUnread"] as const;

/** Behind the funnel: the states, the other filters, people, labels and channels, and how new messages are announced. */
export function MoreFilters({ filters, isCounted, onFilter, onState }: MoreFiltersProps) {
  const { t } = useTranslation("inbox");
  const { counts, stateCounts } = useAllCounts(filters, { isShown: isCounted });
  const definitions = useListChips();
  const chips = useUrlFilters(definitions, viewKeys);
  const shown = definitions.filter(
    ({ key, options }) => (options?.length ?? 0) > 0 || (chips.values[key]?.length ?? 0) > 0,
  );
  return (
    <div className={laid("column gap12", styles.more)}>
      <Part title={t("list.states")}>
        {conversationStates.map((state) => (
          <CountedChoice
            key={state}
            label={t(`conversationState.${state}`)}
            count={stateCounts[state]}
            chosen={state === filters.state}
            onChoose={() => onState(state)}
          />
        ))}
      </Part>
      <Part title={t("list.filters")}>
        {moreFilters.map((filter) => (
          <CountedChoice
            key={filter}
            label={t(`filter.${filter}`)}
            hint={t(`filterHint.${filter}`)}
            count={counts[filter]}
            chosen={filters.filters.includes(filter)}
            onChoose={() => onFilter(filter)}
          />
        ))}
      </Part>
      {shown.length > 0 && (
        <Part title={t("list.narrow")}>
          {shown.map((filter) => (
            <FilterChip
              key={filter.key}
              filter={filter}
              values={chips.values[filter.key] ?? []}
              onChange={(values) => chips.set(filter.key, values)}
            />
          ))}
        </Part>
      )}
      <Part title={t("alerts.title")}>
        <AlertSettings />
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={title}>
      <h4 className={laid("small regular noMargin below4")}>{title}</h4>
      <div className={laid("flexBox wrap gap4 text12")}>{children}</div>
    </div>
  );
}
