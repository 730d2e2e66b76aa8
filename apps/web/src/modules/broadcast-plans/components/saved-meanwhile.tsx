import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import { InSight } from "#ui/drawer-form/in-sight.tsx";
import { stepsWith } from "../rules/plan-steps.ts";

/** Says that somebody else has saved the plan during editing, and where both changed it. */
export function SavedMeanwhile({ both }: { both: readonly string[] }) {
  const { t } = useTranslation("broadcastPlans");
  return <ChangedMeanwhile parts={stepsWith(both).map((step) => t(`steps.${step}`))} />;
}

/** Says that somebody else has saved during editing, and which parts both changed. */
export function ChangedMeanwhile({ parts }: { parts: readonly string[] }) {
  const { t } = useTranslation(["broadcastPlans", "ui"]);
  return (
    <InSight about={parts.join()}>
      <Alert
        type="warning"
        showIcon
        title={t("ui:conflict.title")}
        description={
          <>
            <p>{t("ui:conflict.check")}</p>
            {parts.length > 0 && <p>{t("bothChanged", { steps: parts.join(t("ui:conflict.comma")) })}</p>}
          </>
        }
      />
    </InSight>
  );
}
