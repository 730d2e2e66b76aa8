import { dayAfter, localOf } from "#platform/zoned-time.ts";

const morning = "10:00";

/** The usual times for reminders, in the format of a date and time field. */
export function usualTimes(now: Date, zone: string | undefined) {
  const today = localOf(now, zone).slice(0, 10);
  return [
    { name: "inAnHour", at: localOf(new Date(now.getTime() + 3_600_000), zone) },
    { name: "tomorrow", at: `${dayAfter(today, 1)}T${morning}` },
    { name: "inAWeek", at: `${dayAfter(today, 7)}T${morning}` },
  ] as const;
}
