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
  const { spreadHours, perMinute, mostUnanswered, kind } = draft;
  return (
    <>
      <LimitField
        label={t("fields.spreadHours")}
        max={planLimits.spreadHours}
        value={spreadHours}
        none={t("spreadNone")}
        onChange={(hours) => change({ spreadHours: hours })}
      />
      {spreadHours === null && (
        <LimitField
          label={t("fields.perMinute")}
          max={planLimits.perMinute}
          value={perMinute}
          none={t(`asFastAsAllowed.${kind}`)}
          onChange={(number) => change({ perMinute: number })}
        />
      )}
      <LimitField
        label={t("fields.mostUnanswered")}
        max={10_000}
        value={mostUnanswered}
        none={t("unansweredNone")}
        onChange={(most) => change({ mostUnanswered: most })}
      />
    </>
  );
}

interface LimitFieldProps {
  label: string;
  max: number;
  value: number | null;
  /** What applies while the field is empty. */
  none: string;
  onChange: (value: number | null) => void;
}

function LimitField({ label, max, value, none, onChange }: LimitFieldProps) {
  return (
    <label className={laid("column gap4")}>
      <span className={layout.hint}>{label}</span>
      <InputNumber
        className={laid("wide maxWidth320")}
        min={1}
        max={max}
        precision={0}
        value={value}
        placeholder={none}
        onChange={onChange}
      />
    </label>
  );
}
