/** The same day of each month from a first one on, or the last of a month that is shorter. */
export function monthlyDays(first: string, count: number): string[] {
  const [year = 0, month = 0, day = 0] = first.split("-").map(Number);
  return Array.from({ length: count }, (_, index) => {
    const lastOfMonth = new Date(Date.UTC(year, month + index, 0)).getUTCDate();
    const moment = new Date(Date.UTC(year, month - 1 + index, Math.min(day, lastOfMonth)));
    return moment.toISOString().slice(0, 10);
  });
}
