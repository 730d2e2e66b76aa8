/**
 * Days in an address: "2026-11-20", or relative to today, "d0", "d-6", "d7", so that a saved view of "the last seven days"
 * means the last seven days whenever it is opened.
 */
export function dayOf(value: string | undefined, today: string): string | undefined {
  const counted = /^d(-?\d{1,4})$/.exec(value ?? "")?.[1];
  if (counted !== undefined) return shiftedDay(today, Number(counted));
  return /^\d{4}-\d\d-\d\d$/.test(value ?? "") ? value : undefined;
}

/** The day a number of days after another; before it if negative. */
export function shiftedDay(day: string, by: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + by);
  return moment.toISOString().slice(0, 10);
}

/** First and last day, in address format, of the window of N days that ends today. */
export function lastDays(count: number, today: string): [string, string] {
  return [shiftedDay(today, 1 - count), today];
}

/** A relative window, with the key of its text. */
export interface DayWindow {
  key: "overdue" | "today" | "lastDays" | "nextDays";
  count: number;
  values: readonly [string, string];
}

const today: DayWindow = { key: "today", count: 1, values: ["d0", "d0"] };

/** The windows that a date filter offers. Future dates, such as a next contact, have other windows than past ones. */
export const dayWindows: Record<"past" | "ahead", readonly DayWindow[]> = {
  past: [
    today,
    ...[7, 30, 90].map((count) => ({ key: "lastDays" as const, count, values: [`d${1 - count}`, "d0"] as const })),
  ],
  ahead: [
    { key: "overdue", count: 0, values: ["", "d-1"] },
    today,
    ...[7, 30].map((count) => ({ key: "nextDays" as const, count, values: ["d0", `d${count - 1}`] as const })),
  ],
};

/** The window with these values; undefined for chosen days. */
export function windowOf(values: readonly string[], ways: "past" | "ahead"): DayWindow | undefined {
  const [from = "", to = ""] = values;
  return dayWindows[ways].find((window) => window.values[0] === from && window.values[1] === to);
}
