import { DownloadOutlined } from "@ant-design/icons";
import type { ImportTask } from "@homeroom/contract/imports";
import { Button } from "antd";
import { useTranslation } from "react-i18next";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { laid } from "#ui/laid.ts";
import { downloadErrors } from "../api.ts";
import { FaultTable } from "./fault-table.tsx";

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
      <FaultTable faults={task.errors} last={t("faults.reason")} />
    </section>
  );
}
