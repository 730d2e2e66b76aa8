/** How far a zone is ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment: number, zone: string | undefined): number {
  return Date.parse(`${localOf(new Date(moment), zone)}:00Z`) - Math.floor(moment / 60_000) * 60_000;
}

/** A moment in a zone, in the format of a date and time field: "2026-11-22T09:30". */
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

/** The moment of a date and time in a zone; undefined for an invalid value. */
export function momentOf(local: string, zone: string | undefined): Date | undefined {
  // Browsers parse many more formats than this.
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return undefined;
  // Near a clock change the offset of the guess differs from that of the moment: one correction is enough.
  const guess = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(guess, zone));
}

/** The day a number of days after another: "2026-11-22" and 7 make "2026-11-29". */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
