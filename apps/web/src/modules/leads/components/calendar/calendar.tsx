import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import type { LeadRow } from "@homeroom/contract/leads";
import { Button } from "antd";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "#platform/access.ts";
import { usePreference } from "#platform/preferences.ts";
import { DragGhost } from "#ui/drag/drag-ghost.tsx";
import { usePointerDrag } from "#ui/drag/use-pointer-drag.ts";
import { useFeedback } from "#ui/feedback/use-feedback.tsx";
import { dayOf } from "#ui/filter-bar/day-values.ts";
import { laid } from "#ui/laid.ts";
import layout from "#ui/layout.module.css";
import { useNarrow } from "#ui/page/use-narrow.ts";
import { ErrorState } from "#ui/states/error-state.tsx";
import { type CalendarSpan, calendarDays, nextAnchor, weekStart } from "#ui/time/calendar-days.ts";
import { useDayMove } from "../../api/calendar-moves.ts";
import { useLeadCalendar } from "../../api/desk.ts";
import type { Desk } from "../desk/use-desk.ts";
import { Agenda } from "./agenda.tsx";
import styles from "./calendar.module.css";
import { DayGrid } from "./day-grid.tsx";
import { DayList, overdueDay } from "./day-list.tsx";
import { followLead } from "./use-calendar-keys.ts";

/**
 * Leads by the day of their next contact, a month or a week at once. A lead is dragged to another day or moved with its
 * menu; a day opens as a list beside the calendar. On a phone the days are a list.
 */
export function Calendar({ desk }: { desk: Desk }) {
  const { t } = useTranslation("leads");
  const [language] = usePreference("language");
  const narrow = useNarrow(768);
  const span: CalendarSpan = desk.search.get("span") === "week" ? "week" : "month";
  const anchor = dayOf(desk.search.get("on") ?? undefined, desk.today) ?? desk.today;
  const open = desk.search.get("day");
  const days = useMemo(() => calendarDays(anchor, span, weekStart(language)), [anchor, span, language]);
  const [from = "", to = ""] = [days[0], days.at(-1)];
  const found = useLeadCalendar({ query: desk.query, from, to });
  const { move, mayMove } = useMoves(desk);
  const drag = usePointerDrag<LeadRow>((lead, day) => void move(lead, day));
  const goTo = (day: string) => desk.change({ on: day === desk.today ? null : day });
  if (found.error !== null && !found.data) {
    return <ErrorState message={found.error} onRetry={() => void found.refetch()} />;
  }

  const parts = { days, found: found.data, desk, span, anchor, mayMove, onMove: move, onDay: openDay };
  function openDay(day: string | null) {
    desk.change({ day });
  }
  return (
    <div className={laid("column fill gap12")}>
      <header className={layout.rowWrap}>
        <Button
          icon={<LeftOutlined />}
          aria-label={t(`calendar.${span}Before`)}
          onClick={() => goTo(nextAnchor(anchor, span, -1))}
        />
        <Button onClick={() => goTo(desk.today)}>{t("calendar.today")}</Button>
        <Button
          icon={<RightOutlined />}
          aria-label={t(`calendar.${span}After`)}
          onClick={() => goTo(nextAnchor(anchor, span, 1))}
        />
        <h2 className={laid("title", styles.title)} aria-live="polite">
          {titleOf(anchor, span === "week" ? days : null, language)}
        </h2>
        {(found.data?.overdue.total ?? 0) > 0 && (
          <button
            type="button"
            className={laid("danger pad0x12 pill pointer minHeight28", styles.overdue)}
            onClick={() => openDay(overdueDay)}
          >
            {t("calendar.overdue", { count: found.data?.overdue.total ?? 0 })}
          </button>
        )}
        <span
          className={laid("sunken push inlineFlex gap2 outlined pad2", styles.spans)}
          role="group"
          aria-label={t("calendar.span")}
        >
          {(["month", "week"] as const).map((one) => (
            <button
              key={one}
              type="button"
              className={laid("bare quiet round6 pad0x12")}
              aria-pressed={one === span}
              onClick={() => desk.change({ span: one === "month" ? null : one })}
            >
              {t(`calendar.${one}`)}
            </button>
          ))}
        </span>
      </header>
      <div className={laid("fill flexBox gap12", styles.body)}>
        {narrow ? (
          <Agenda {...parts} />
        ) : (
          <DayGrid
            {...parts}
            onLeave={goTo}
            onDrag={mayMove ? drag.start : undefined}
            draggedId={drag.dragged?.thing.leadId}
            over={drag.dragged?.over}
          />
        )}
        {open !== null && (
          <DayList
            day={open}
            desk={desk}
            mayMove={mayMove}
            onMove={move}
            onDrag={mayMove ? drag.start : undefined}
            onClose={() => openDay(null)}
          />
        )}
      </div>
      {drag.dragged && (
        <DragGhost x={drag.dragged.x} y={drag.dragged.y}>
          {drag.dragged.thing.nickname}
        </DragGhost>
      )}
    </div>
  );
}

/** Moves a lead to another day, and offers to undo it. */
function useMoves(desk: Desk) {
  const { t } = useTranslation("leads");
  const { undoable, failed } = useFeedback();
  const mayMove = useCan()("crm:lead:edit");
  const put = useDayMove(desk.writes);
  const move = async (lead: LeadRow, day: string) => {
    if (!mayMove || lead.nextContactDate === day) return;
    const refused = () => failed(t("calendar.notMoved", { name: lead.nickname }));
    followLead(lead.leadId, day);
    if (!(await put(lead, day))) return refused();
    const before = lead.nextContactDate ?? "";
    const said = day
      ? t("calendar.moved", { name: lead.nickname, day })
      : t("calendar.cleared", { name: lead.nickname });
    undoable(said, () => {
      void put({ ...lead, nextContactDate: day }, before).then((isBack) => isBack || refused());
    });
  };
  return { move, mayMove };
}

/** "2026年11月", or the first and the last day of a week. */
function titleOf(anchor: string, week: readonly string[] | null, language: string): string {
  const moment = (day: string | undefined) => new Date(`${day ?? anchor}T00:00:00Z`);
  if (!week) {
    return new Intl.DateTimeFormat(language, { year: "numeric", month: "long", timeZone: "UTC" }).format(
      moment(anchor),
    );
  }
  const days = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", timeZone: "UTC" });
  return days.formatRange(moment(week[0]), moment(week.at(-1)));
}
