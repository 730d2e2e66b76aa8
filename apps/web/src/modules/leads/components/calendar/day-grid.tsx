import type { LeadRow } from "@homeroom/contract/leads";
import type { PointerEvent } from "react";
import { useTranslation } from "react-i18next";
import { usePreference } from "#platform/preferences.ts";
import { laid } from "#ui/laid.ts";
import { Skeleton } from "#ui/states/skeleton.tsx";
import styles from "./calendar.module.css";
import type { CalendarParts } from "./calendar-parts.ts";
import { LeadChip } from "./lead-chip.tsx";
import { useCalendarKeys } from "./use-calendar-keys.ts";

interface DayGridProps extends CalendarParts {
  onDrag: ((event: PointerEvent, lead: LeadRow) => void) | undefined;
  draggedId: string | undefined;
  /** The day over which a lead is dragged. */
  over: string | undefined;
  /** Shows the month or week of a day that is not on screen. */
  onLeave: (day: string) => void;
}

const shownOfMonth = 3;
const shownOfWeek = 5;

/** A month or a week as a grid of days with the first leads of each. */
export function DayGrid(props: DayGridProps) {
  const { days, found, desk, span, anchor, over, onDay } = props;
  const { t } = useTranslation("leads");
  const [language] = usePreference("language");
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  const name = new Intl.DateTimeFormat(language, { month: "long", day: "numeric", weekday: "long", timeZone: "UTC" });
  const moment = (day: string) => new Date(`${day}T00:00:00Z`);
  const most = span === "month" ? shownOfMonth : shownOfWeek;
  const keys = useCalendarKeys({ days, today: desk.today, onLeave: props.onLeave });

  return (
    <div
      className={laid("grow gridBox outlined round12 clip", styles.grid)}
      data-span={span}
      role="presentation"
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
      style={{ "--weeks": days.length / 7 } as React.CSSProperties}
    >
      {days.slice(0, 7).map((day) => (
        <span key={day} className={laid("small pad6x8 sunkenGround")} aria-hidden>
          {weekday.format(moment(day))}
        </span>
      ))}
      {days.map((day) => {
        const of = found?.days.find(({ date }) => date === day);
        const shown = of?.list.slice(0, most) ?? [];
        const tabIndex = day === keys.active ? 0 : -1;
        return (
          <section
            key={day}
            className={laid("column narrowable gap2 pad4 surface shrinkable scrollDown", styles.day)}
            data-drop={day}
            // In Chromium, Tab stops at a scroller that has nothing focusable inside.
            tabIndex={-1}
            data-today={day === desk.today || undefined}
            data-past={day < desk.today || undefined}
            data-outside={(span === "month" && day.slice(0, 7) !== anchor.slice(0, 7)) || undefined}
            data-over={over === day || undefined}
            data-open={desk.search.get("day") === day || undefined}
            aria-label={t("calendar.dayLabel", { day: name.format(moment(day)), count: of?.total ?? 0 })}
          >
            <button
              type="button"
              className={laid("apart bare fixed gap4 pad0x4 round6 hoverable", styles.dayHead)}
              aria-label={t("calendar.openDay", { day: name.format(moment(day)) })}
              {...{ "aria-description": t("calendar.hint") }}
              data-stop
              tabIndex={tabIndex}
              onClick={() => onDay(day)}
            >
              <span className={laid("centre figures circle text12", styles.number)}>{Number(day.slice(8))}</span>
              {of && <span className={laid("small figures")}>{of.total}</span>}
            </button>
            {!found && <Skeleton width="70%" height={12} />}
            {shown.map((lead) => (
              <LeadChip
                key={lead.leadId}
                lead={lead}
                today={desk.today}
                tabIndex={tabIndex}
                mayMove={props.mayMove}
                isDragged={props.draggedId === lead.leadId}
                onOpen={() => desk.open(lead.leadId)}
                onMove={(to) => void props.onMove(lead, to)}
                onDrag={props.onDrag && ((event) => props.onDrag?.(event, lead))}
              />
            ))}
            {of && of.total > shown.length && (
              <button
                type="button"
                className={laid("bare selfStart pad0x4 text12 ink")}
                data-stop
                tabIndex={tabIndex}
                onClick={() => onDay(day)}
              >
                {t("calendar.more", { count: of.total - shown.length })}
              </button>
            )}
          </section>
        );
      })}
    </div>
  );
}
