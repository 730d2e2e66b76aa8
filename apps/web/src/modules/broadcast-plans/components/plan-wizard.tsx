import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import { Button, Drawer, Steps } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { namesOfAddress } from "#modules/targets/public.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { useChoices } from "../api.ts";
import { draftOf, filterOfAddress, type PlanDraft } from "../rules/plan-draft.ts";
import { type MissingPart, missingParts, planSteps } from "../rules/plan-steps.ts";
import { CheckStep } from "./check-step.tsx";
import { SavedMeanwhile } from "./saved-meanwhile.tsx";
import { usePlaceNames } from "./use-place-names.ts";
import { usePlanSaving } from "./use-plan-saving.ts";
import { WhatStep } from "./what-step.tsx";
import { WhenStep } from "./when-step.tsx";
import { WhoStep } from "./who-step.tsx";

interface PlanWizardProps {
  /** The plan to edit or copy; null: a new plan. */
  plan: PlanInfo | null;
  isCopy?: boolean;
  /** For a new plan: the initial leads, from the address. */
  rule?: string | null;
  /** The names of the ids in that rule. */
  names?: string | null;
  onClose: () => void;
}

/** A plan in four steps. Each step forward saves a draft, so that nothing is lost. */
export function PlanWizard({ plan, isCopy = false, rule = null, names = null, onClose }: PlanWizardProps) {
  const { t } = useTranslation("broadcastPlans");
  const narrow = useNarrow(900);
  const choices = useChoices();
  const [draft, setDraft] = useState<PlanDraft>(() => ({
    ...draftOf(plan, isCopy),
    // Shortened, so that the suffix fits into the longest name.
    ...(plan && isCopy && { name: t("copyName", { name: plan.name.slice(0, 90) }) }),
    ...(rule && { filter: filterOfAddress(rule) }),
  }));
  const wizard = usePlanSaving({ plan: isCopy ? null : plan, draft, setDraft, onClose });
  const props = choices.data && {
    draft,
    choices: choices.data,
    again: plan?.sourcePart && !isCopy ? plan : undefined,
    names: { ...namesOfAddress(names), ...plan?.filterNames },
    change: (part: Partial<PlanDraft>) => setDraft((before) => ({ ...before, ...part })),
  };
  const template = choices.data?.templates.find(({ recordID }) => recordID === draft.templateID);
  const missing = missingParts(draft, template);
  const isLast = wizard.step === planSteps.length - 1;
  const lacking = (isLast ? missing.find((one) => one !== null) : missing[wizard.step]) ?? null;
  return (
    <Drawer
      open
      title={t(plan && !isCopy ? "editTitle" : "addTitle")}
      size={narrow ? "100%" : 760}
      onClose={() => void wizard.close()}
      destroyOnHidden
      footer={
        <div className={laid("buttons justifyEnd alignCentre")}>
          {choices.data && <Missing part={lacking} />}
          {wizard.step > 0 && <Button onClick={() => wizard.goTo(wizard.step - 1)}>{t("back")}</Button>}
          {wizard.step < planSteps.length - 1 ? (
            <Button type="primary" loading={wizard.busy} disabled={lacking !== null} onClick={wizard.next}>
              {t("next")}
            </Button>
          ) : (
            <Button type="primary" loading={wizard.busy} disabled={lacking !== null} onClick={wizard.submit}>
              {t(draft.scheduleTime ? "schedule" : "sendNow")}
            </Button>
          )}
        </div>
      }
    >
      <div className={layout.stack}>
        <Steps
          size="small"
          responsive={false}
          titlePlacement={narrow ? "vertical" : "horizontal"}
          current={wizard.step}
          items={planSteps.map((step) => ({ title: t(`steps.${step}`) }))}
        />
        {wizard.bothChanged && <SavedMeanwhile both={wizard.bothChanged} />}
        {choices.error && <ErrorState message={String(choices.error)} onRetry={() => void choices.refetch()} />}
        {props && wizard.step === 0 && <WhoStep {...props} numberFaults={wizard.numberFaults} />}
        {props && wizard.step === 1 && <WhatStep {...props} />}
        {props && wizard.step === 2 && <WhenStep {...props} />}
        {props && wizard.step === 3 && <CheckStep draft={draft} choices={props.choices} again={props.again} />}
      </div>
    </Drawer>
  );
}

/** Why the wizard cannot continue yet. */
function Missing({ part }: { part: MissingPart | null }) {
  const { t } = useTranslation("broadcastPlans");
  const nameOf = usePlaceNames();
  if (!part) return null;
  const places = part.part === "places" ? part.places.map(nameOf) : [];
  return (
    <span className={layout.hint} role="status">
      {t(`missing.${part.part}`, { places: places.join(t("missing.and")), count: places.length })}
    </span>
  );
}
