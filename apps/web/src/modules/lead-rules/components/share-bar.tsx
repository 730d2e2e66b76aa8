import type { AssignmentRule, RuleMemberRow } from "@homeroom/contract/lead-rules";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import styles from "./lead-rules.module.css";

/** The people of a rule with their shares as one bar; who gets nothing now is said in words. */
export function ShareBar({ way, sales }: { way: AssignmentRule; sales: readonly RuleMemberRow[] }) {
  const { t } = useTranslation("leadRules");
  const isShared = way === "ratio";
  return (
    <div className={`${layout.closeStack} ${styles.shares}`}>
      {isShared && (
        <div className={styles.bar} aria-hidden>
          {sales.map(({ accountID, ratio, gone }, at) => (
            <span
              key={accountID}
              className={styles.part}
              data-tone={gone ? "gone" : at % 6}
              style={{ flexGrow: ratio ?? 0 }}
            />
          ))}
        </div>
      )}
      <ul className={styles.people}>
        {sales.map(({ accountID, nickname, ratio, capacity, openLeads, absentToday, gone }, at) => (
          <li key={accountID} className={`${layout.inlineMiddle} ${styles.person}`}>
            {isShared && <span className={styles.swatch} data-tone={gone ? "gone" : at % 6} aria-hidden />}
            <span>{nickname}</span>
            {isShared && <span className={layout.figures}>{ratio}%</span>}
            {capacity !== null && <span className={styles.quiet}>{t("openOf", { open: openLeads, capacity })}</span>}
            {gone ? (
              <span className={styles.warning}>{t("gone")}</span>
            ) : (
              absentToday && <span className={styles.warning}>{t("absentToday")}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
