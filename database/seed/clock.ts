import type { Random } from "./random.ts";

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

// Both branches are at UTC+8 all year.
const offset = 8 * hour;

/** The calendar day there. */
export function dayOf(at: number): string {
  return new Date(at + offset).toISOString().slice(0, 10);
}

/** Hour of the day there, 0 to 23. */
export function hourOf(at: number): number {
  return Math.floor(((at + offset) % day) / hour);
}

/** A number of days from today, in the past if negative, at an hour there. */
export function atHour(now: number, days: number, hours: number): number {
  return now - ((now + offset) % day) + days * day + hours * hour;
}

/** A time a number of days ago when people ask for courses, more often in the evening; never after now. */
export function askingTime(random: Random, now: number, daysAgo: number): number {
  const hours = random.weighted({
    "9": 4,
    "10": 7,
    "11": 7,
    "12": 9,
    "13": 6,
    "14": 5,
    "15": 6,
    "16": 7,
    "17": 7,
    "18": 8,
    "19": 9,
    "20": 11,
    "21": 10,
    "22": 5,
  });
  const at = atHour(now, -daysAgo, Number(hours)) + random.between(0, 3599) * 1000;
  return at < now - 5 * minute ? at : at - day;
}

/** The same time, or the evening before if it is at night. */
export function awake(random: Random, at: number): number {
  const asleep = hourOf(at);
  return asleep >= 8 ? at : at - (asleep + 1) * hour - random.between(0, 150) * minute;
}
