/** Today's date in a time zone, as `YYYY-MM-DD`. */
export function today(timeZone: string, now = new Date()): string {
  return dayOf(now, timeZone);
}

/** The date of a moment in a time zone, as `YYYY-MM-DD`. */
export function dayOf(moment: Date, timeZone: string): string {
  return secondOf(moment, timeZone).slice(0, "YYYY-MM-DD".length);
}

/** A moment in a time zone, as `YYYY-MM-DD HH:mm`. */
export function minuteOf(moment: Date, timeZone: string): string {
  return secondOf(moment, timeZone).slice(0, "YYYY-MM-DD HH:mm".length);
}

/** One formatter per time zone: creating one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment in a time zone, as `YYYY-MM-DD HH:mm:ss`. */
export function secondOf(moment: Date, timeZone: string): string {
  // Swedish formatting is the ISO format.
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  formats.set(timeZone, format);
  return format.format(moment);
}
