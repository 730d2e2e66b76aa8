import type { ImportTask } from "@homeroom/contract/imports";
import { useTranslation } from "react-i18next";
import styles from "./import-wizard.module.css";

/** What was saved differently from the file. */
export function RemarkList({ task }: { task: ImportTask }) {
  const { t } = useTranslation("imports");
  return (
    <section>
      <h4 className={styles.heading}>{t("remarks.title", { count: task.remarkCount })}</h4>
      <div className={styles.faults}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("faults.row")}</th>
              <th scope="col">{t("faults.column")}</th>
              <th scope="col">{t("faults.value")}</th>
              <th scope="col">{t("remarks.what")}</th>
            </tr>
          </thead>
          <tbody>
            {task.remarks.map((remark) => (
              <tr key={`${remark.row} ${remark.field} ${remark.message}`}>
                <td>{remark.row}</td>
                <td>{remark.column}</td>
                <td className={styles.value}>{remark.value}</td>
                <td>{remark.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
