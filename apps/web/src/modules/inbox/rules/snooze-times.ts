/** The usual moments to come back to a conversation, in the order in which they are offered. */
export const snoozePresets = ["hour", "tonight", "tomorrow", "nextWeek"] as const;
export type SnoozePreset = (typeof snoozePresets)[number];

const hour = 3_600_000;
const evening = 20;
const morning = "09:00";

/** The usual moments from now on in a zone; tonight only while it is still ahead by an hour. */
export function snoozeTimes(now: Date, zone: string | undefined): { preset: SnoozePreset; at: Date }[] {
  const [day, time] = localOf(now, zone).split("T") as [string, string];
  const isEarly = Number(time.slice(0, 2)) < evening - 1;
  const at = (days: number, clock: string) => momentOf(`${dayAfter(day, days)}T${clock}`, zone) ?? now;
  const toMonday = daysToMonday(day);
  return [
    { preset: "hour", at: new Date(now.getTime() + hour) },
    ...(isEarly ? [{ preset: "tonight" as const, at: at(0, `${evening}:00`) }] : []),
    { preset: "tomorrow", at: at(1, morning) },
    // On a Sunday that is tomorrow.
    ...(toMonday > 1 ? [{ preset: "nextWeek" as const, at: at(toMonday, morning) }] : []),
  ];
}

/** A moment as a field of day and time shows it in a zone: "2026-11-22T09:30". */
export function localOf(moment: Date, zone: string | undefined): string {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    ...(zone && { timeZone: zone }),
  });
  return parts.format(moment).replace(" ", "T");
}

/** The moment of a day and time in a zone; undefined for what is no day and time. */
export function momentOf(local: string, zone: string | undefined): Date | undefined {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return undefined;
  // Near a change of clocks the offset of the guess is not that of the moment: once more is enough.
  const guess = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(guess, zone));
}

function offsetAt(moment: number, zone: string | undefined): number {
  return Date.parse(`${localOf(new Date(moment), zone)}:00Z`) - Math.floor(moment / 60_000) * 60_000;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * hour).toISOString().slice(0, 10);
}

/** To the Monday that comes, never today. */
function daysToMonday(day: string): number {
  return (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7 || 7;
}
