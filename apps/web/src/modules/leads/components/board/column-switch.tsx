import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import layout from "#ui/layout.module.css";
import type { BoardColumnHead } from "../../api/board-moves.ts";
import styles from "./board.module.css";

interface ColumnSwitchProps {
  columns: readonly BoardColumnHead[];
  current: string;
  onChange: (key: string) => void;
}

/** On a phone: which column is shown. */
export function ColumnSwitch({ columns, current, onChange }: ColumnSwitchProps) {
  const { t } = useTranslation("leads");
  const numberText = useNumberText();
  return (
    <div className={styles.switch} role="group" aria-label={t("board.columns")}>
      {columns.map(({ key, name, total }) => (
        <button
          key={key}
          type="button"
          className={styles.tab}
          aria-pressed={key === current}
          onClick={() => onChange(key)}
        >
          {name} <span className={`${layout.small} ${styles.total}`}>{numberText(total)}</span>
        </button>
      ))}
    </div>
  );
}
