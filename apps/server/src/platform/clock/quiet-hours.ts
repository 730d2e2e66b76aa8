/** A stretch of the day, "22:00" to "08:00", in a time zone. */
export interface QuietHours {
  from: string;
  until: string;
  timeZone: string;
}

/** The first moment, from `at` on, outside the quiet hours. */
export function afterQuietHours(at: Date, quiet: QuietHours | null): Date {
  if (!quiet || !isQuiet(at, quiet)) return at;
  const until = minuteOfDay(quiet.until);
  const minutesLeft = (until - minuteAt(at, quiet.timeZone) + minutesADay) % minutesADay;
  const then = later(at, minutesLeft);
  // The clocks may change in between. A local time that they skip is not corrected.
  const late = (minuteAt(then, quiet.timeZone) - until + minutesADay) % minutesADay;
  const right = later(then, late > minutesADay / 2 ? minutesADay - late : -late);
  return isQuiet(right, quiet) ? then : right;
}

const minutesADay = 24 * 60;

function isQuiet(at: Date, quiet: QuietHours): boolean {
  const now = minuteAt(at, quiet.timeZone);
  const [from, until] = [minuteOfDay(quiet.from), minuteOfDay(quiet.until)];
  return from < until ? now >= from && now < until : now >= from || now < until;
}

function later(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000);
}

function minuteOfDay(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

function minuteAt(at: Date, timeZone: string): number {
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } as const;
  return minuteOfDay(new Intl.DateTimeFormat("en-GB", format).format(at));
}
