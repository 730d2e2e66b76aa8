import {
  type ConversationFilter,
  type ConversationState,
  conversationFilters,
  conversationStates,
} from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import styles from "./list-pane.module.css";

interface StateTabsProps {
  /** Null: all of them, as in a search. */
  chosen: ConversationState | null;
  counts: Partial<Record<ConversationState, number>>;
  onChoose: (state: ConversationState) => void;
}

/** Which conversations by their state. */
export function StateTabs({ chosen, counts, onChoose }: StateTabsProps) {
  const { t } = useTranslation("inbox");
  return (
    <div className={styles.states} role="group" aria-label={t("list.states")}>
      {conversationStates.map((state) => (
        <button
          key={state}
          type="button"
          className={styles.state}
          aria-pressed={state === chosen}
          onClick={() => onChoose(state)}
        >
          {t(`conversationState.${state}`)}
          <span className={styles.count}>{countText(counts[state])}</span>
        </button>
      ))}
    </div>
  );
}

interface FilterTabsProps {
  chosen: readonly ConversationFilter[];
  counts: Partial<Record<ConversationFilter, number>>;
  onToggle: (filter: ConversationFilter) => void;
}

/** Counts come up to this; more than that is said as "999+". */
const countedTo = 1000;

/** The filters that hold together, each with how many conversations choosing it would show. */
export function FilterTabs({ chosen, counts, onToggle }: FilterTabsProps) {
  const { t } = useTranslation("inbox");
  const isChosen = (filter: ConversationFilter) => (filter === "All" ? chosen.length === 0 : chosen.includes(filter));
  return (
    <div className={styles.tabs} role="group" aria-label={t("list.filters")}>
      {conversationFilters.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.tab}
          aria-pressed={isChosen(filter)}
          title={t(`filterHint.${filter}`)}
          onClick={() => onToggle(filter)}
        >
          {t(`filter.${filter}`)}
          <span className={styles.count}>{countText(counts[filter])}</span>
        </button>
      ))}
    </div>
  );
}

function countText(count: number | undefined): string {
  if (count === undefined) return "";
  return count >= countedTo ? `${countedTo - 1}+` : String(count);
}
