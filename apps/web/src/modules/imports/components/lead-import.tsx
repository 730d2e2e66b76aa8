import { ImportOutlined, LoadingOutlined } from "@ant-design/icons";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { HeadAction } from "#ui/page/head-action.tsx";
import { useAddress } from "#ui/page/use-address.ts";
import { useRunningImport } from "../api.ts";
import { isInProgress, percentOf, placeOf } from "../rules.ts";

const ImportWizard = lazy(() => import("./import-wizard.tsx").then(({ ImportWizard }) => ({ default: ImportWizard })));

/**
 * Import of leads, for the head of their list; needs its permission. The wizard's step is in the address; an import
 * that continues in the background shows its progress, also after a reload.
 */
export function LeadImport() {
  const { t } = useTranslation("imports");
  const can = useCan();
  const { search, change } = useAddress();
  const place = placeOf(search.get("import"));
  const running = useRunningImport("lead", place?.step === "task" ? place.taskID : undefined);
  if (!can("crm:lead:import")) return null;
  const goTo = (next: string | null) => change({ import: next }, search.has("import"));
  const isRunning = running !== undefined && isInProgress(running);
  return (
    <>
      <HeadAction
        icon={isRunning ? <LoadingOutlined /> : <ImportOutlined />}
        label={isRunning ? t("menu.running", { percent: percentOf(running) }) : t("menu.leads")}
        onClick={() => goTo(isRunning ? `task-${running.taskID}` : "new")}
      />
      <Suspense fallback={null}>{place && <ImportWizard kind="lead" place={place} goTo={goTo} />}</Suspense>
    </>
  );
}
