import { renewalDays } from "@homeroom/contract/linked-card";
import { graceDays } from "#modules/organizations/public";

const day = 86_400_000;

/** When the renewal of a plan that ends then is charged. */
export function chargeTimeOf(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() - renewalDays * day);
}

export type RenewalStep = { kind: "wait"; until: Date } | { kind: "charge" } | { kind: "late" };

/** What to do about a plan that ends then: not yet, now, or nothing more because its grace period is over. */
export function renewalStep(expiresAt: Date, now: Date): RenewalStep {
  const from = chargeTimeOf(expiresAt);
  if (now < from) return { kind: "wait", until: from };
  return now.getTime() < expiresAt.getTime() + graceDays * day ? { kind: "charge" } : { kind: "late" };
}

/** The next try after one that failed: a day later. A platform that did not answer is asked again within the hour. */
export function nextTry(outcome: "declined" | "unavailable" | "noRights", now: Date): Date {
  return new Date(now.getTime() + (outcome === "unavailable" ? day / 24 : day));
}
