import type { LeadId } from "@homeroom/contract/ids";
import { useTranslation } from "react-i18next";
import { RelativeTime } from "#ui/time/relative-time.tsx";
import { useActionNames, useLeadHistory } from "../../api/person.ts";
import styles from "./person-pane.module.css";

/** The latest entries of the lead's history. */
export function LeadHistory({ leadId }: { leadId: LeadId }) {
  const { t } = useTranslation("inbox");
  const { data: entries } = useLeadHistory(leadId, true);
  const names = useActionNames(true);
  if (!entries || entries.length === 0) return null;
  return (
    <section className={styles.history}>
      <h3 className={styles.title}>{t("person.history")}</h3>
      <ol className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.recordID} className={styles.entry}>
            <p className={styles.entryHead}>
              <b>{names?.get(String(entry.actionType)) ?? ""}</b>
              <RelativeTime value={entry.createTime} />
            </p>
            {entry.content && <p className={styles.entryText}>{entry.content}</p>}
            {entry.operator && <p className={styles.entryBy}>{entry.operator}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
