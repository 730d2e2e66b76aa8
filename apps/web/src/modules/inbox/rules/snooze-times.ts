import { dayAfter, localOf, momentOf } from "#platform/zoned-time.ts";

/** The usual times for a snooze, in the order in which they are offered. */
export const snoozePresets = ["hour", "tonight", "tomorrow", "nextWeek"] as const;
export type SnoozePreset = (typeof snoozePresets)[number];

const hour = 3_600_000;
const evening = 20;
const morning = "09:00";

/** The usual times from now on in a zone; tonight only if it is at least an hour away. */
export function snoozeTimes(now: Date, zone: string | undefined): { preset: SnoozePreset; at: Date }[] {
  const [day, time] = localOf(now, zone).split("T") as [string, string];
  const isEarly = Number(time.slice(0, 2)) < evening - 1;
  const at = (days: number, clock: string) => momentOf(`${dayAfter(day, days)}T${clock}`, zone) ?? now;
  const toMonday = daysToMonday(day);
  return [
    { preset: "hour", at: new Date(now.getTime() + hour) },
    ...(isEarly ? [{ preset: "tonight" as const, at: at(0, `${evening}:00`) }] : []),
    { preset: "tomorrow", at: at(1, morning) },
    // On a Sunday this equals tomorrow.
    ...(toMonday > 1 ? [{ preset: "nextWeek" as const, at: at(toMonday, morning) }] : []),
  ];
}

/** Tomorrow morning in a zone. */
export function tomorrowMorning(now: Date, zone: string | undefined): Date {
  return snoozeTimes(now, zone).find(({ preset }) => preset === "tomorrow")?.at ?? new Date(now.getTime() + 24 * hour);
}

/** Days until the next Monday, never 0. */
function daysToMonday(day: string): number {
  return (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7 || 7;
}
