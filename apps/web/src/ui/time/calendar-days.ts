import type { Language } from "@homeroom/contract/language";
import { shiftedDay } from "#ui/filter-bar/day-values.ts";

export type CalendarSpan = "month" | "week";

/** The first weekday of a week (0 is Sunday): on Sunday in Hong Kong and Taiwan, elsewhere on Monday. */
export function weekStart(language: Language): 0 | 1 {
  return language === "zh-tw" ? 0 : 1;
}

/** The days of the week, or of the whole weeks that a month touches, around a day. At most 42. */
export function calendarDays(anchor: string, span: CalendarSpan, firstWeekday: 0 | 1): string[] {
  const monthStart = `${anchor.slice(0, 7)}-01`;
  const first = startOfWeek(span === "month" ? monthStart : anchor, firstWeekday);
  const lastOfMonth = shiftedDay(nextAnchor(monthStart, "month", 1), -1);
  const last = shiftedDay(startOfWeek(span === "month" ? lastOfMonth : anchor, firstWeekday), 6);
  const days = [first];
  while ((days.at(-1) ?? last) < last) days.push(shiftedDay(days.at(-1) ?? first, 1));
  return days;
}

function startOfWeek(day: string, firstWeekday: 0 | 1): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return shiftedDay(day, -((weekday - firstWeekday + 7) % 7));
}

/** The calendar's day, moved one month or week later or earlier. A month starts with its first day. */
export function nextAnchor(anchor: string, span: CalendarSpan, by: 1 | -1): string {
  if (span === "week") return shiftedDay(anchor, 7 * by);
  const [year = 0, month = 1] = anchor.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10);
}

/** The usual days for postponing a contact. */
export function usualDays(
  today: string,
): { key: "today" | "tomorrow" | "inThree" | "monday" | "inAWeek"; day: string }[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return [
    { key: "today", day: today },
    { key: "tomorrow", day: shiftedDay(today, 1) },
    { key: "inThree", day: shiftedDay(today, 3) },
    { key: "monday", day: shiftedDay(today, (8 - weekday) % 7 || 7) },
    { key: "inAWeek", day: shiftedDay(today, 7) },
  ];
}
