import { DownloadOutlined } from "@ant-design/icons";
import type { ImportTask } from "@homeroom/contract/imports";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { downloadErrors } from "../api.ts";
import styles from "./import-wizard.module.css";

/** What is wrong, by row and column, with the rows as a file to be mended. */
export function FaultList({ task }: { task: ImportTask }) {
  const { t } = useTranslation("imports");
  const { failed } = useFeedback();
  return (
    <section>
      <div className={laid("rowWrap justifyBetween below8")}>
        <h4 className={laid("strong breaking text14 noMargin")}>{t("faults.title", { count: task.invalidCount })}</h4>
        <Button size="small" icon={<DownloadOutlined />} onClick={() => void downloadErrors(task.taskID).catch(failed)}>
          {t("faults.download")}
        </Button>
      </div>
      <div className={laid("outlined round8 scroll ruledCells", styles.faults)}>
        <table className={laid("wide collapsed")}>
          <thead>
            <tr>
              <th scope="col">{t("faults.row")}</th>
              <th scope="col">{t("faults.column")}</th>
              <th scope="col">{t("faults.value")}</th>
              <th scope="col">{t("faults.reason")}</th>
            </tr>
          </thead>
          <tbody>
            {task.errors.map((fault) => (
              <tr key={`${fault.row} ${fault.field}`}>
                <td>{fault.row}</td>
                <td>{fault.column}</td>
                <td className={laid("quiet breaking maxWidth220")}>{fault.value}</td>
                <td>{fault.message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
