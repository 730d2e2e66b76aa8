import type { Hours } from "@homeroom/contract/hours";

/** Consecutive days with the same hours: 1 is Monday, 7 is Sunday. */
export interface HoursRange {
  first: number;
  last: number;
  from: string;
  to: string;
}

/** Hours in the fewest words: Monday to Friday 09:00–18:00, Saturday 10:00–14:00. */
export function rangesOf(hours: readonly Hours[]): HoursRange[] {
  const ranges: HoursRange[] = [];
  const sorted = hours.toSorted((one, other) => one.day - other.day || one.from.localeCompare(other.from));
  for (const { day, from, to } of sorted) {
    const before = ranges.find((range) => range.last === day - 1 && range.from === from && range.to === to);
    if (before) before.last = day;
    else ranges.push({ first: day, last: day, from, to });
  }
  return ranges;
}

/** Every half hour of a day, "00:00" to "24:00". */
export const halfHours: readonly string[] = Array.from({ length: 49 }, (_, at) => {
  const hour = String(Math.floor(at / 2)).padStart(2, "0");
  return `${hour}:${at % 2 === 0 ? "00" : "30"}`;
});

/** Monday to Friday, nine to six. */
export const usualHours: readonly Hours[] = [1, 2, 3, 4, 5].map((day) => ({ day, from: "09:00", to: "18:00" }));
