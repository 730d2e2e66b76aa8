/** Today's date in a time zone, as `YYYY-MM-DD`. */
export function today(timeZone: string, now = new Date()): string {
  return dayOf(now, timeZone);
}

/** The date of a moment in a time zone, as `YYYY-MM-DD`. */
export function dayOf(moment: Date, timeZone: string): string {
  // The Swedish way of writing a date is ISO's.
  return moment.toLocaleDateString("sv-SE", { timeZone });
}
