import type { AccountInfo } from "@homeroom/contract/billing";
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

/** The end of a plan that can be renewed; null for trials and plans without an end. */
export function renewableUntil({ plan, expireTime }: Pick<AccountInfo, "plan" | "expireTime">): Date | null {
  return plan === "trial" || expireTime === null ? null : new Date(expireTime);
}

/** Whether money of a due renewal is still to be settled; that comes before every other problem. */
export function isUnsettled(step: RenewalStep, problem: CardProblem | null): boolean {
  return step.kind === "charge" && (problem === "kept" || problem === "unclear");
}

/** Nothing is charged until people have resolved these. */
const pausing: readonly (CardProblem | null)[] = ["unclear", "noRights", "late", "kept"];

interface LastAttempt {
  next_try_at: Date | null;
  problem: CardProblem | null;
}

type Account = Pick<AccountInfo, "plan" | "expireTime" | "nextInvoice">;

/**
 * When a card is next charged for an account's plan, and its current problem. Null: nothing is charged for now. If the
 * plan was meanwhile paid in another way or is sold again, the problem no longer applies, even before the next try.
 */
export function cardStandingOf(
  account: Account,
  { next_try_at: nextTryAt, problem: lastProblem }: LastAttempt,
  now: Date,
): { chargedAt: Date | null; problem: CardProblem | null } {
  const expiresAt = renewableUntil(account);
  const problem = lastProblem === "notOnSale" ? null : lastProblem;
  if (!expiresAt) return { chargedAt: null, problem };
  const step = renewalStep(expiresAt, now);
  if (!account.nextInvoice) return { chargedAt: null, problem: isUnsettled(step, problem) ? problem : "notOnSale" };
  if (step.kind === "wait") return { chargedAt: step.until, problem: null };
  const isPaused = step.kind === "late" || pausing.includes(problem);
  return { chargedAt: isPaused ? null : nextTryAt, problem };
}
