import { Button } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNumberText } from "#platform/number-text.ts";
import { laid } from "#ui/laid.ts";
import styles from "./bulk-bar.module.css";
import type { SelectionState } from "./selection.ts";

interface BulkBarProps {
  selection: SelectionState;
  total: number | undefined;
  totalIsEstimate: boolean;
  /** The actions for the selected rows. */
  children: ReactNode;
}

/** Shown while rows are selected: their number, a way to select everything that matches, and the actions. */
export function BulkBar({ selection, total = 0, totalIsEstimate, children }: BulkBarProps) {
  const { t } = useTranslation("ui");
  const number = useNumberText();
  const all = totalIsEstimate ? t("about", { number: number(total) }) : number(total);
  const count = selection.allMatching ? all : number(selection.keys.size);
  const canWiden = !selection.allMatching && total > selection.keys.size;

  return (
    <div
      className={laid("middleWrap lineBelow gap4x8 pad6x12", styles.bar)}
      role="toolbar"
      aria-label={t("selection.label")}
    >
      <span className={laid("strong figures")}>{t("selection.count", { number: count })}</span>
      {canWiden && (
        <Button type="link" size="small" onClick={selection.selectAllMatching}>
          {t("selection.allMatching", { number: all })}
        </Button>
      )}
      <span className={laid("buttons flex1")}>{children}</span>
      <Button type="text" size="small" onClick={selection.clear}>
        {t("selection.clear")}
      </Button>
    </div>
  );
}
