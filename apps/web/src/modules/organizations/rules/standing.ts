import type { UserInfo } from "@homeroom/contract/member";
import { keptAfterExpiryDays } from "@homeroom/contract/organization";
import { dayKey } from "#platform/dates.ts";

const day = 86_400_000;
const graceDays = 7;
/** A trial or plan is mentioned if it ends within a week, unless a linked card renews it. */
const warnWithinDays = 7;

type Organization = Pick<UserInfo["organization"], "membership" | "expiryDate" | "timeZone" | "renewsByCard">;

/** The text about the organisation's plan. `days`: calendar days that are left, 0 on the last one. */
export type PlanNotice =
  | { kind: "trialEnds" | "planEnds" | "grace"; days: number; until: Date }
  | { kind: "expired"; days: number; until: Date };

/** The state of a plan at a moment; null if nothing needs to be shown. */
export function standingOf(
  { membership, expiryDate, timeZone, renewsByCard }: Organization,
  now: Date,
): PlanNotice | null {
  if (expiryDate === null) return null;
  const end = new Date(expiryDate);
  const left = (until: Date) => Math.max(0, daysBetween(now, until, timeZone));
  if (now < end) {
    const days = left(end);
    if (days > warnWithinDays || renewsByCard) return null;
    return { kind: membership === "trial" ? "trialEnds" : "planEnds", days, until: end };
  }
  const graceEnd = new Date(end.getTime() + graceDays * day);
  const wasPaid = membership !== "trial" && membership !== "expired";
  if (wasPaid && now < graceEnd) return { kind: "grace", days: left(graceEnd), until: graceEnd };
  const removed = new Date(end.getTime() + keptAfterExpiryDays * day);
  return { kind: "expired", days: left(removed), until: removed };
}

function daysBetween(from: Date, to: Date, zone: string): number {
  return Math.round((Date.parse(dayKey(to, zone)) - Date.parse(dayKey(from, zone))) / day);
}

/** A lease of a school place is renewed in months, not in days. */
const soonDays = 60;

type LeaseState = "fine" | "soon" | "over";

/** The state of a lease with a last day, on a day (`YYYY-MM-DD`), and the days left; null without a lease. */
export function leaseState(leaseExpiry: string, today: string): { state: LeaseState; days: number } | null {
  if (leaseExpiry === "") return null;
  const days = Math.round((Date.parse(leaseExpiry) - Date.parse(today)) / day);
  if (days < 0) return { state: "over", days };
  return { state: days <= soonDays ? "soon" : "fine", days };
}
