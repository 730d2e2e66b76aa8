const dayMs = 86_400_000;

/** The day a number of days later, as `YYYY-MM-DD`. */
export function daysFrom(first: string, count: number): string[] {
  const start = Date.parse(first);
  return Array.from({ length: count }, (_, at) => new Date(start + at * dayMs).toISOString().slice(0, 10));
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  return new Date(Date.parse(day) - weekday * dayMs).toISOString().slice(0, 10);
}

/** A day a number of days later; earlier for a negative number. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Whether a day is Saturday or Sunday. */
export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}
