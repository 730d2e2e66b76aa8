import { Drawer, Steps } from "antd";
import { useTranslation } from "react-i18next";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { useTask } from "../api.ts";
import type { WizardProps, WizardStep } from "../rules.ts";
import { MappingStep } from "./mapping-step.tsx";
import { TaskStep } from "./task-step.tsx";
import { UploadStep } from "./upload-step.tsx";

const steps = ["upload", "mapping", "trial", "result"] as const;

/** From a file to records, in four steps; each has its own address, so that a reload loses nothing. */
export function ImportWizard({ kind, place, goTo }: WizardProps) {
  const { t } = useTranslation("imports");
  const narrow = useNarrow(900);
  return (
    <Drawer open title={t(`title.${kind}`)} size={narrow ? "100%" : 960} onClose={() => goTo(null)} destroyOnHidden>
      {place.step === "upload" && (
        <Framed current={0}>
          <UploadStep kind={kind} goTo={goTo} />
        </Framed>
      )}
      {place.step === "mapping" && (
        <Framed current={1}>
          <MappingStep key={place.fileID} kind={kind} fileID={place.fileID} goTo={goTo} />
        </Framed>
      )}
      {place.step === "task" && <OpenTask taskID={place.taskID} goTo={goTo} />}
    </Drawer>
  );
}

function OpenTask({
  taskID,
  goTo,
}: { taskID: Extract<WizardStep, { step: "task" }>["taskID"] } & Pick<WizardProps, "goTo">) {
  const query = useTask(taskID);
  return (
    <Framed current={query.data?.dryRun ? 2 : 3}>
      <TaskStep query={query} goTo={goTo} />
    </Framed>
  );
}

function Framed({ current, children }: { current: number; children: React.ReactNode }) {
  const { t } = useTranslation("imports");
  const narrow = useNarrow(600);
  return (
    <div className={layout.stack}>
      {narrow ? (
        <p className={layout.hint}>
          {t("stepOf", { number: current + 1, total: steps.length, name: t(`steps.${steps[current] ?? "upload"}`) })}
        </p>
      ) : (
        <Steps size="small" current={current} items={steps.map((step) => ({ title: t(`steps.${step}`) }))} />
      )}
      {children}
    </div>
  );
}
