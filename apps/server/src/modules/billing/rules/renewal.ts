import type { CardProblem } from "@homeroom/contract/linked-card";
import { graceDays, renewalDueAt } from "#modules/organizations/public";

const day = 86_400_000;

export type RenewalStep = { kind: "wait"; until: Date } | { kind: "charge" } | { kind: "late" };

/** What to do about a plan with this end: not yet, now, or nothing more because its grace period is over. */
export function renewalStep(expiresAt: Date, now: Date): RenewalStep {
  const from = renewalDueAt(expiresAt);
  if (now < from) return { kind: "wait", until: from };
  return now.getTime() < expiresAt.getTime() + graceDays * day ? { kind: "charge" } : { kind: "late" };
}

/** The next try after a failure: a day later, or within the hour if the platform did not answer. */
export function nextTry(outcome: "declined" | "unavailable" | "noRights", now: Date): Date {
  return new Date(now.getTime() + (outcome === "unavailable" ? day / 24 : day));
}

/** Nothing is charged until people have resolved these. */
const pausing: readonly (CardProblem | null)[] = ["unclear", "noRights", "late", "kept"];

interface Tried {
  next_try_at: Date | null;
  problem: CardProblem | null;
}

/**
 * When a card is next charged for a plan with this end, and its current problem. Null: nothing is charged for
 * now. If the plan was meanwhile paid in another way, the problem no longer applies, even before the next try.
 */
export function cardStandingOf(
  expiresAt: Date | null,
  { next_try_at: nextTryAt, problem }: Tried,
  now: Date,
): { chargedAt: Date | null; problem: CardProblem | null } {
  if (!expiresAt) return { chargedAt: null, problem };
  const step = renewalStep(expiresAt, now);
  if (step.kind === "wait") return { chargedAt: step.until, problem: null };
  const isPaused = step.kind === "late" || pausing.includes(problem);
  return { chargedAt: isPaused ? null : nextTryAt, problem };
}
