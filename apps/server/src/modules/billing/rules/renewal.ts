import { type CardProblem, renewalDays } from "@homeroom/contract/linked-card";
import { graceDays } from "#modules/organizations/public";

const day = 86_400_000;

/** When the renewal of a plan that ends then is charged. */
function chargeTimeOf(expiresAt: Date): Date {
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

/** Nothing is charged before people have settled these. */
const pausing: readonly (CardProblem | null)[] = ["unclear", "noRights", "late", "kept"];

interface Tried {
  next_try_at: Date | null;
  problem: CardProblem | null;
}

/**
 * When a card is charged next for a plan that ends then, and the problem that still concerns it. Null: nothing is charged for
 * now. A plan that was meanwhile paid in another way has left its problem behind, also before the next try notices.
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
