import { planLimits } from "@homeroom/contract/broadcast-plans";
import { Button, InputNumber, Radio } from "antd";
import { useTranslation } from "react-i18next";
import { useDateView, useNow } from "#platform/date-view.ts";
import { minuteText } from "#platform/dates.ts";
import { localOf, momentOf } from "#platform/zoned-time.ts";
import { DateField } from "#ui/date-field/date-field.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useSetting } from "../api.ts";
import { goodTimes } from "../rules/sending-times.ts";
import type { StepProps } from "./who-step.tsx";

/** When a plan starts: at once, or at a time that leaves room to cancel; and how fast it sends. */
export function WhenStep({ draft, change }: Pick<StepProps, "draft" | "change">) {
  const { t } = useTranslation("broadcastPlans");
  const quiet = useSetting().data?.quietHours;
  const isLater = draft.scheduleTime !== null;
  const view = useDateView();
  const { zone } = view;
  const now = useNow();
  const soonest = () => new Date(Date.now() + (planLimits.minutesAhead + 5) * 60_000);
  return (
    <div className={layout.stack}>
      <Radio.Group
        value={isLater}
        options={[
          { value: false, label: t("now") },
          { value: true, label: t("later") },
        ]}
        onChange={({ target }) => change({ scheduleTime: target.value ? soonest().toISOString() : null })}
      />
      {isLater && (
        <>
          <DateField
            kind="moment"
            year="ahead"
            aria-label={t("fields.scheduleTime")}
            value={localOf(new Date(draft.scheduleTime ?? soonest()), zone)}
            min={localOf(now, zone)}
            onChange={(local) => {
              const time = momentOf(local, zone);
              if (time) change({ scheduleTime: time.toISOString() });
            }}
          />
          <div className={laid("row gap8 wrap alignCentre")}>
            <span className={laid("hint noMargin")}>{t("goodTimes")}</span>
            {goodTimes(now, zone).map((time) => (
              <Button
                key={time.toISOString()}
                size="small"
                onClick={() => change({ scheduleTime: time.toISOString() })}
              >
                {minuteText(time, view)}
              </Button>
            ))}
          </div>
        </>
      )}
      <Pace draft={draft} change={change} />
      {quiet && <p className={layout.hint}>{t("quietAdvice", quiet)}</p>}
      <p className={layout.hint}>
        {t("timeAdvice", { ahead: planLimits.minutesAhead, cancel: planLimits.cancelMinutes })}
      </p>
    </div>
  );
}

/** How fast it sends: up to a number a minute, evenly over hours, or only while staff keep up with answering. */
function Pace({ draft, change }: Pick<StepProps, "draft" | "change">) {
  const { t } = useTranslation("broadcastPlans");
  return (
    <>
      <label className={laid("column gap4")}>
        <span className={layout.hint}>{t("fields.spreadHours")}</span>
        <InputNumber
          className={laid("wide maxWidth320")}
          min={1}
          max={planLimits.spreadHours}
          precision={0}
          value={draft.spreadHours}
          placeholder={t("spreadNone")}
          onChange={(spreadHours) => change({ spreadHours })}
        />
      </label>
      {draft.spreadHours === null && (
        <label className={laid("column gap4")}>
          <span className={layout.hint}>{t("fields.perMinute")}</span>
          <InputNumber
            className={laid("wide maxWidth320")}
            min={1}
            max={planLimits.perMinute}
            precision={0}
            value={draft.perMinute}
            placeholder={t(`asFastAsAllowed.${draft.kind}`)}
            onChange={(perMinute) => change({ perMinute })}
          />
        </label>
      )}
      <label className={laid("column gap4")}>
        <span className={layout.hint}>{t("fields.mostUnanswered")}</span>
        <InputNumber
          className={laid("wide maxWidth320")}
          min={1}
          max={10_000}
          precision={0}
          value={draft.mostUnanswered}
          placeholder={t("unansweredNone")}
          onChange={(mostUnanswered) => change({ mostUnanswered })}
        />
      </label>
    </>
  );
}
