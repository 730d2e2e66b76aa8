import type { Hours } from "@homeroom/contract/hours";

const formats = new Map<string, Intl.DateTimeFormat>();
const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Whether a moment is within hours of a time zone; empty hours mean always. The end minute is excluded. */
export function isWithin(hours: readonly Hours[], at: Date, timeZone: string): boolean {
  if (hours.length === 0) return true;
  const { day, time } = localTime(at, timeZone);
  return hours.some((one) => one.day === day && one.from <= time && time < one.to);
}

/** The weekday (1 Monday to 7 Sunday) and the time `HH:mm` in a time zone. */
function localTime(at: Date, timeZone: string): { day: number; time: string } {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return { day: days.indexOf(parts.get("weekday") ?? "") + 1, time: `${parts.get("hour")}:${parts.get("minute")}` };
}
