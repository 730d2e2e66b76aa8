import { logKeptDays } from "@homeroom/contract/log";

const dayMs = 86_400_000;
const firstDays = 30;

/** The day a number of days later (earlier, if negative), as `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/**
 * The days of a trend, first to last: the requested range within the retention, else the last 30. Empty for a range
 * that ends before it begins.
 */
export function trendDays(
  asked: { startDate?: string | undefined; endDate?: string | undefined },
  today: string,
): string[] {
  const last = asked.endDate ?? today;
  const kept = dayAfter(last, 1 - logKeptDays);
  const wanted = asked.startDate ?? dayAfter(last, 1 - firstDays);
  const first = wanted < kept ? kept : wanted;
  const days: string[] = [];
  for (let day = first; day <= last; day = dayAfter(day, 1)) days.push(day);
  return days;
}

/** The change from yesterday to today, to two decimals: 0.25 is a quarter more. */
export function growthOf(today: number, yesterday: number): number {
  return yesterday === 0 ? 0 : Math.round(((today - yesterday) / yesterday) * 100) / 100;
}
