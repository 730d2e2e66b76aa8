import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import styles from "./calendar.module.css";
import type { CalendarParts } from "./calendar-parts.ts";
import { LeadChip } from "./lead-chip.tsx";

/** The calendar of a phone: a list of the days with leads. */
export function Agenda({ days, found, desk, mayMove, onMove, onDay }: CalendarParts) {
  const { t } = useTranslation("leads");
  const [language] = usePreference("language");
  const name = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", weekday: "short", timeZone: "UTC" });
  const next = useRef<HTMLElement>(null);
  const isThere = found !== undefined;
  // Scroll to the coming days, not the first of the month.
  useEffect(() => next.current?.scrollIntoView({ block: "start" }), [isThere]);
  if (!found) return <Skeleton width="60%" height={14} />;
  const shown = days.flatMap((day) => found.days.find(({ date }) => date === day) ?? []);
  const nextDay = shown.find(({ date }) => date >= desk.today)?.date;
  return (
    <div className={laid("column grow gap12 noPadding shrinkable scrollY", styles.agenda)}>
      {shown.length === 0 && <p className={laid("quiet textCentre", styles.none)}>{t("calendar.nobodyAtAll")}</p>}
      {shown.map(({ date, total, list }) => (
        <section
          key={date}
          ref={date === nextDay ? next : undefined}
          className={laid("frame pad4x8", styles.agendaDay)}
          data-today={date === desk.today || undefined}
        >
          <button
            type="button"
            className={laid("apart bare fixed gap4 pad0x4 round6 hoverable", styles.dayHead)}
            onClick={() => onDay(date)}
          >
            <b>{name.format(new Date(`${date}T00:00:00Z`))}</b>
            <span className={laid("small figures")}>{total}</span>
          </button>
          {list.map((lead) => (
            <LeadChip
              key={lead.leadId}
              wide
              lead={lead}
              today={desk.today}
              mayMove={mayMove}
              onOpen={() => desk.open(lead.leadId)}
              onMove={(to) => void onMove(lead, to)}
            />
          ))}
          {total > list.length && (
            <button
              type="button"
              className={laid("bare selfStart minHeight32 pad0x4 text12 ink")}
              onClick={() => onDay(date)}
            >
              {t("calendar.more", { count: total - list.length })}
            </button>
          )}
        </section>
      ))}
    </div>
  );
}
