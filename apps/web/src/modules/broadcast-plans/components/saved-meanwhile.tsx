import { Alert } from "antd";
import { useTranslation } from "react-i18next";
import { stepsWith } from "../rules/plan-steps.ts";

/** Says that somebody else has saved the plan while it was being written, and where both have changed it. */
export function SavedMeanwhile({ both }: { both: readonly string[] }) {
  const { t } = useTranslation(["broadcastPlans", "ui"]);
  const steps = stepsWith(both).map((step) => t(`steps.${step}`));
  return (
    <Alert
      type="warning"
      showIcon
      title={t("ui:conflict.title")}
      description={
        <>
          <p>{t("ui:conflict.check")}</p>
          {steps.length > 0 && <p>{t("bothChanged", { steps: steps.join(t("ui:conflict.comma")) })}</p>}
        </>
      }
    />
  );
}
