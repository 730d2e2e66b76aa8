import type { RecordId } from "@homeroom/contract/ids";
import type { PaymentFailure, RefundDesk, RefundStanding } from "#modules/payment-platforms/public";

/** Our number of a refund at its platform: 32 letters and digits. */
export function refundNumberOf(refundId: RecordId): string {
  return refundId.replaceAll("-", "");
}

/** The state of a requested refund after a platform's answer. */
export interface RefundStep {
  state: "asked" | "done" | "refused";
  /** Null: it has given no number. */
  externalId: string | null;
  problem: string;
}

/** After an answer: a refund that the platform is still working on stays `asked`. */
export function stepAfterAnswer({ state, externalId, problem }: RefundStanding): RefundStep {
  const next = { working: "asked", done: "done", failed: "refused" } as const;
  return { state: next[state], externalId, problem };
}

/**
 * After a failed attempt, which `attempts` includes. A refusal of the first is final: nothing was done. For a later one,
 * only a refusal that proves that nothing was returned is final, because the answer to an earlier one may be lost;
 * anything else is requested again under the same number.
 */
export function stepAfterFailure(
  { reason, code }: PaymentFailure,
  { attempts, finalRefusals }: { attempts: number } & Pick<RefundDesk, "finalRefusals">,
): RefundStep {
  const isFinal = reason === "refused" && (attempts === 1 || finalRefusals.includes(code));
  return { state: isFinal ? "refused" : "asked", externalId: null, problem: code || reason };
}

const longestMinutes = 6 * 60;

/** The delay before the next attempt: 1, 2, 4 … minutes, at most six hours. */
export function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** (attempts - 1), longestMinutes) * 60_000);
}
