import type { DashboardDays } from "@homeroom/contract/dashboard";

/** A range of days, both ends included, as `YYYY-MM-DD`. */
export interface DayRange {
  readonly start: string;
  readonly end: string;
}

/** The last days of this number, including today, and the same number before them. */
export function windowsOf(days: DashboardDays, today: string): { range: DayRange; compareRange: DayRange } {
  return {
    range: { start: daysBefore(today, days - 1), end: today },
    compareRange: { start: daysBefore(today, 2 * days - 1), end: daysBefore(today, days) },
  };
}

/** The day a number of days before another. */
export function daysBefore(day: string, count: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() - count);
  return moment.toISOString().slice(0, 10);
}

/** Every day of a range in order. */
export function daysIn({ start, end }: DayRange): string[] {
  const days = [start];
  for (let day = start; day < end; days.push(day)) day = daysBefore(day, -1);
  return days;
}

/** Change in percent, to one decimal; null if the earlier value is 0. */
export function changeRate(value: number, before: number | null): number | null {
  return before ? Math.round(((value - before) / before) * 1000) / 10 : null;
}
