import { dayOf } from "#platform/clock/days";
import { daysBefore } from "./windows.ts";

/** When the mail of the figures leaves on Mondays, in hours of the branch's clock. */
const hour = 8;

/** The Monday, as `YYYY-MM-DD`, whose mail is the last that is due in a time zone: this week's from Monday morning on. */
export function lastMailDay(timeZone: string, now: Date): string {
  const day = dayOf(new Date(now.getTime() - hour * 3_600_000), timeZone);
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return daysBefore(day, sinceMonday);
}
