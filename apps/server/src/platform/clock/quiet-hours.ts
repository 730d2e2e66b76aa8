/** A stretch of the day, "22:00" to "08:00", in a time zone. */
export interface QuietHours {
  from: string;
  until: string;
  timeZone: string;
}

/** The first moment from `at` on that does not lie in the quiet hours. */
export function afterQuietHours(at: Date, quiet: QuietHours | null): Date {
  if (!quiet) return at;
  const now = minuteOfDay(clockAt(at, quiet.timeZone));
  const [from, until] = [minuteOfDay(quiet.from), minuteOfDay(quiet.until)];
  const isQuiet = from < until ? now >= from && now < until : now >= from || now < until;
  if (!isQuiet) return at;
  return new Date(at.getTime() + ((until - now + minutesADay) % minutesADay) * 60_000);
}

const minutesADay = 24 * 60;

function minuteOfDay(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

function clockAt(at: Date, timeZone: string): string {
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } as const;
  return new Intl.DateTimeFormat("en-GB", format).format(at);
}
