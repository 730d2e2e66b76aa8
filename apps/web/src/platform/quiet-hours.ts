/** Whether a moment is in quiet hours, which may span midnight, in a time zone. */
export function isQuiet(at: Date, hours: { from: string; until: string } | null, timeZone: string): boolean {
  if (!hours) return false;
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone } as const;
  const now = new Intl.DateTimeFormat("en-GB", format).format(at);
  const { from, until } = hours;
  return from < until ? now >= from && now < until : now >= from || now < until;
}
