import type { PlanRow, PlanState as State } from "@homeroom/contract/broadcast-plans";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";

const tones: Record<State, Tone> = {
  draft: "quiet",
  pending: "primary",
  running: "primary",
  completed: "success",
  cancelled: "quiet",
  failed: "danger",
};

/** Where a plan is; of a paused one why, of one that waits for the end of quiet hours until when. */
export function PlanState({
  plan,
  whole = false,
}: {
  whole?: boolean;
  plan: Pick<PlanRow, "state" | "pausedTime" | "pauseReason" | "isEnding" | "quietUntil" | "waitsForAnswers">;
}) {
  const { t } = useTranslation("broadcastPlans");
  const view = useDateView();
  if (plan.pausedTime && plan.state === "running")
    return <StatusDot whole={whole} tone="warning" label={t(`paused.${plan.pauseReason ?? "byPerson"}`)} />;
  if (plan.isEnding) return <StatusDot whole={whole} tone="warning" label={t("ending")} />;
  if (plan.quietUntil)
    return (
      <StatusDot whole={whole} tone="warning" label={t("quietUntil", { time: minuteText(plan.quietUntil, view) })} />
    );
  if (plan.waitsForAnswers) return <StatusDot whole={whole} tone="warning" label={t("waitsForAnswers")} />;
  return <StatusDot whole={whole} tone={tones[plan.state]} label={t(`state.${plan.state}`)} />;
}
