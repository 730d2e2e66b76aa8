const dayMs = 86_400_000;

/** Days from the first to the last, both included, as `YYYY-MM-DD`. */
export interface DayRange {
  firstDay: string;
  lastDay: string;
}

/** The day a number of days later or earlier. */
export function dayPlus(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** How many days a range has. */
export function lengthOf({ firstDay, lastDay }: DayRange): number {
  return Math.round((Date.parse(lastDay) - Date.parse(firstDay)) / dayMs) + 1;
}

/** The range of the same length that ends where this one begins. */
export function rangeBefore(range: DayRange): DayRange {
  return { firstDay: dayPlus(range.firstDay, -lengthOf(range)), lastDay: dayPlus(range.firstDay, -1) };
}

/** Two halves; null for a single day. */
export function halvesOf({ firstDay, lastDay }: DayRange): [DayRange, DayRange] | null {
  const half = Math.floor(lengthOf({ firstDay, lastDay }) / 2);
  if (half === 0) return null;
  return [
    { firstDay, lastDay: dayPlus(firstDay, half - 1) },
    { firstDay: dayPlus(firstDay, half), lastDay },
  ];
}

const monthDays = 30;
const firstMonths = 3;
/** Meta attributes results to days of up to four weeks before. */
const revisedDays = 28;
const freshDays = 3;

/** After a longer interruption the days before are left out. */
const mostDays = 12 * monthDays;

/** `first`: an account that was never fetched. `full`: everything that Meta may still revise. */
export type SyncReach = "first" | "full" | "fresh";

/**
 * The ranges to fetch for an account, newest first, at most a month each. They begin on the day of the last
 * success, if that is earlier, so that an interruption leaves no gap.
 */
export function rangesToFetch(reach: SyncReach, today: string, syncedDay: string | null): DayRange[] {
  const usualDays = { first: firstMonths * monthDays, full: revisedDays, fresh: freshDays }[reach];
  const firstDay = earlier(dayPlus(today, 1 - usualDays), syncedDay ?? today);
  const days = Math.min(lengthOf({ firstDay, lastDay: today }), mostDays);
  return Array.from({ length: Math.ceil(days / monthDays) }, (_, month) => ({
    firstDay: dayPlus(today, 1 - Math.min((month + 1) * monthDays, days)),
    lastDay: dayPlus(today, -month * monthDays),
  }));
}

function earlier(day: string, other: string): string {
  return day < other ? day : other;
}
