import type { AssignmentRule, RuleMemberRow } from "@homeroom/contract/lead-rules";
import { useTranslation } from "react-i18next";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import styles from "./lead-rules.module.css";

/** The people of a rule with their shares as one bar; people who currently get nothing are named in words. */
export function ShareBar({ way, sales }: { way: AssignmentRule; sales: readonly RuleMemberRow[] }) {
  const { t } = useTranslation("leadRules");
  const isShared = way === "ratio";
  return (
    <div className={laid("closeStack", styles.shares)}>
      {isShared && (
        <div className={laid("flexBox gap2 round4 clip height8", styles.bar)} aria-hidden>
          {sales.map(({ accountID, ratio, gone }, at) => (
            <span
              key={accountID}
              className={laid("filled", styles.part)}
              data-tone={gone ? "gone" : at % 6}
              style={{ flexGrow: ratio ?? 0 }}
            />
          ))}
        </div>
      )}
      <ul className={laid("bareList flexBox wrap gap4x16")}>
        {sales.map(({ accountID, nickname, ratio, capacity, openLeads, absentToday, gone }, at) => (
          <li key={accountID} className={laid("inlineMiddle gap6")}>
            {isShared && (
              <span
                className={laid("fixed filled height8", styles.swatch)}
                data-tone={gone ? "gone" : at % 6}
                aria-hidden
              />
            )}
            <span>{nickname}</span>
            {isShared && <span className={layout.figures}>{ratio}%</span>}
            {capacity !== null && <span className={layout.hint}>{t("openOf", { open: openLeads, capacity })}</span>}
            {gone ? (
              <span className={laid("warning text12 leading20")}>{t("gone")}</span>
            ) : (
              absentToday && <span className={laid("warning text12 leading20")}>{t("absentToday")}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
