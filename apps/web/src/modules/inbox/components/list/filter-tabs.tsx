import { type ConversationFilter, conversationFilters } from "@homeroom/contract/chat";
import { useTranslation } from "react-i18next";
import styles from "./list-pane.module.css";

interface FilterTabsProps {
  chosen: ConversationFilter;
  counts: Partial<Record<ConversationFilter, number>>;
  onChoose: (filter: ConversationFilter) => void;
}

/** Counts come up to this; more than that is said as "999+". */
const countedTo = 1000;

/** The tabs of the list, each with how many conversations it holds. */
export function FilterTabs({ chosen, counts, onChoose }: FilterTabsProps) {
  const { t } = useTranslation("inbox");
  return (
    <div className={styles.tabs} role="group" aria-label={t("list.filters")}>
      {conversationFilters.map((filter) => (
        <button
          key={filter}
          type="button"
          className={styles.tab}
          aria-pressed={filter === chosen}
          title={t(`filterHint.${filter}`)}
          onClick={() => onChoose(filter)}
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
