import { DoubleLeftOutlined, DoubleRightOutlined, LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useDateView } from "#platform/date-view.ts";
import { fullDayText, monthText, weekdayText } from "#platform/dates.ts";
import { SmallIconButton } from "#ui/icon/small-icon-button.tsx";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { calendarDays, nextAnchor, usualDays, weekStart } from "#ui/time/calendar-days.ts";
import styles from "./date-field.module.css";
import { type DateKind, shownText } from "./date-text.ts";
import { incompleteDate } from "./incomplete-date.ts";

interface DatePanelProps {
  kind: DateKind;
  /** The current interpretation of the field's text. */
  reading: string;
  /** Day and time at the branch. */
  now: string;
  /** Whether days close to today are offered as shortcuts. */
  offers: boolean;
  min?: string;
  max?: string;
  onPick: (value: string) => void;
}

const usualTimes = ["09:00", "10:00", "12:00", "14:00", "16:00", "18:00", "19:00", "20:00"];
const offered = new Set<string>(["today", "tomorrow", "inThree", "monday"]);

/** The panel below a date field: the interpretation of its text, shortcuts, a month, and times of the day. */
export function DatePanel({ kind, reading, now, offers, min, max, onPick }: DatePanelProps) {
  const { t } = useTranslation("ui");
  const { language } = useDateView();
  const today = now.slice(0, 10);
  const [day = "", time] = reading === incompleteDate ? [] : reading.split("T");
  const pick = (next: string) => onPick(kind === "day" ? next : `${next}T${time ?? "10:00"}`);
  const isOutside = (one: string) => Boolean((min && one < min.slice(0, 10)) || (max && one > max.slice(0, 10)));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keyboard stays in the field; presses must reach neither it nor a row around it
    <div
      className={laid("gridBox contentStart gap8", styles.panel)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
    >
      <p className={laid("hint figures")} role="status">
        {reading === incompleteDate
          ? t("form.incompleteDate")
          : shownText(reading, language) || t("dateField.examples")}
      </p>
      {offers && (
        <div className={laid("flexBox wrap gap4")}>
          {usualDays(today)
            .filter(({ key, day: one }) => offered.has(key) && !isOutside(one))
            .map(({ key, day: one }) => (
              <Button key={key} size="small" tabIndex={-1} onClick={() => pick(one)}>
                {t(`dateField.${key}`)}
              </Button>
            ))}
        </div>
      )}
      <Month key={day} shown={day || today} chosen={day} today={today} isOutside={isOutside} onPick={pick} />
      {kind === "moment" && (
        <div className={laid("flexBox wrap gap4")}>
          {usualTimes.map((one) => (
            <Button
              key={one}
              size="small"
              tabIndex={-1}
              {...(one === time && { type: "primary" })}
              onClick={() => onPick(`${day || today}T${one}`)}
            >
              {one}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

interface MonthProps {
  shown: string;
  chosen: string;
  today: string;
  isOutside: (day: string) => boolean;
  onPick: (day: string) => void;
}

function Month({ shown, chosen, today, isOutside, onPick }: MonthProps) {
  const { t } = useTranslation("ui");
  const { language } = useDateView();
  const [anchor, setAnchor] = useState(`${shown.slice(0, 7)}-01`);
  const days = calendarDays(anchor, "month", weekStart(language));
  const turns = [
    { key: "yearBefore", months: -12, icon: <DoubleLeftOutlined aria-hidden /> },
    { key: "monthBefore", months: -1, icon: <LeftOutlined aria-hidden /> },
    { key: "monthAfter", months: 1, icon: <RightOutlined aria-hidden /> },
    { key: "yearAfter", months: 12, icon: <DoubleRightOutlined aria-hidden /> },
  ] as const;
  const [back, forth] = [turns.slice(0, 2), turns.slice(2)].map((some) =>
    some.map(({ key, months, icon }) => (
      <SmallIconButton
        key={key}
        tabIndex={-1}
        icon={icon}
        label={t(`dateField.${key}`)}
        onClick={() => setAnchor(turned(anchor, months))}
      />
    )),
  );
  return (
    <>
      <div className={layout.apart}>
        <span>{back}</span>
        <span className={layout.strong}>{monthText(anchor, language)}</span>
        <span>{forth}</span>
      </div>
      <div className={laid("gridBox gap2", styles.grid)} role="group" aria-label={monthText(anchor, language)}>
        {days.slice(0, 7).map((day) => (
          <span key={`name-${day}`} className={laid("small leading24 textCentre")} aria-hidden>
            {weekdayText(day, language, "narrow")}
          </span>
        ))}
        {days.map((day) => (
          <button
            key={day}
            type="button"
            tabIndex={-1}
            className={laid("figures round6 noBackground inheritColour pointer height32 hoverable", styles.day)}
            disabled={isOutside(day)}
            aria-label={fullDayText(day, language)}
            aria-pressed={day === chosen}
            data-other={!day.startsWith(anchor.slice(0, 7)) || undefined}
            {...(day === today && { "aria-current": "date" as const })}
            onClick={() => onPick(day)}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
    </>
  );
}

function turned(anchor: string, months: number): string {
  const by = months < 0 ? -1 : 1;
  return Array.from({ length: Math.abs(months) }).reduce<string>((day) => nextAnchor(day, "month", by), anchor);
}
