import type { PlanRow, PlanState as State } from "@homeroom/contract/broadcast-plans";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { minuteText, timeText } from "#platform/dates.ts";
import { StatusDot, type Tone } from "#ui/status/status-dot.tsx";

const tones: Record<State, Tone> = {
  draft: "quiet",
  pending: "primary",
  running: "primary",
  completed: "success",
  cancelled: "quiet",
  failed: "danger",
};

type PlanStateFields = Pick<
  PlanRow,
  "state" | "pausedTime" | "pauseReason" | "isEnding" | "quietUntil" | "waitsForAnswers"
>;

/** The state of a plan, with the reason for a pause or the end of the quiet hours that it waits for. Brief in a list. */
export function PlanState({ plan, whole = false }: { whole?: boolean; plan: PlanStateFields }) {
  const { tone, label, brief } = useStateWords()(plan);
  if (whole) return <StatusDot whole tone={tone} label={label} />;
  return <StatusDot tone={tone} label={brief ?? label} title={label} />;
}

/** The text of a plan's state; the brief one fits into a column. */
function useStateWords(): (plan: PlanStateFields) => { tone: Tone; label: string; brief?: string } {
  const { t } = useTranslation("broadcastPlans");
  const view = useDateView();
  return ({ state, pausedTime, pauseReason, isEnding, quietUntil, waitsForAnswers }) => {
    const tone = "warning";
    if (pausedTime && state === "running") {
      const label = t(`paused.${pauseReason ?? "byPerson"}`);
      return pauseReason === "approvalNeeded" ? { tone, label, brief: t("brief.approvalNeeded") } : { tone, label };
    }
    if (isEnding) return { tone, label: t("ending"), brief: t("brief.ending") };
    if (quietUntil) {
      const label = t("quietUntil", { time: minuteText(quietUntil, view) });
      return { tone, label, brief: t("brief.quietUntil", { time: timeText(quietUntil, view) }) };
    }
    if (waitsForAnswers) return { tone, label: t("waitsForAnswers"), brief: t("brief.waitsForAnswers") };
    return { tone: tones[state], label: t(`state.${state}`) };
  };
}
