import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useRecentImports } from "../api.ts";
import type { WizardProps } from "../rules.ts";
import styles from "./import-wizard.module.css";

/** The imports of late, each with what came of it; nothing when there are none. */
export function RecentImports({ kind, goTo }: Pick<WizardProps, "goTo" | "kind">) {
  const { t } = useTranslation("imports");
  const recent = useRecentImports(kind);
  if (!recent || recent.length === 0) return null;
  return (
    <section aria-label={t("recent.title")}>
      <h3 className={styles.heading}>{t("recent.title")}</h3>
      <ul className={styles.recent}>
        {recent.map((task) => (
          <li key={task.taskID}>
            <button type="button" className={styles.recentRow} onClick={() => goTo(`task-${task.taskID}`)}>
              <span className={`${layout.cut} ${styles.recentName}`}>{task.fileName}</span>
              <span className={styles.quiet}>
                {t(`states.${task.state}`)} ·{" "}
                {t("recent.counts", { created: task.createdCount, invalid: task.invalidCount })}
              </span>
              <span className={styles.quiet}>
                <RelativeTime value={task.createTime} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
