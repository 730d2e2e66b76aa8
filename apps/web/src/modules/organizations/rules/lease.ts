const day = 86_400_000;
/** A lease of a school place is renewed in months, not in days. */
const soonDays = 60;

export type LeaseState = "fine" | "soon" | "over";

/** How a lease stands that runs to a day, on a day (`YYYY-MM-DD`), and how many days are left; null without a lease. */
export function leaseState(leaseExpiry: string, today: string): { state: LeaseState; days: number } | null {
  if (leaseExpiry === "") return null;
  const days = Math.round((Date.parse(leaseExpiry) - Date.parse(today)) / day);
  if (days < 0) return { state: "over", days };
  return { state: days <= soonDays ? "soon" : "fine", days };
}
