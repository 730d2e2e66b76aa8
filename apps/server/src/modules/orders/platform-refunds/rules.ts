import type { RecordId } from "@homeroom/contract/ids";
import type { PaymentFailure, RefundDesk, RefundStanding } from "#modules/payment-platforms/public";

/** Our number of a refund at its platform: 32 letters and digits. */
export function refundNumberOf(refundId: RecordId): string {
  return refundId.replaceAll("-", "");
}

/** What a platform's answer makes of a refund that it was asked for. */
export interface RefundStep {
  state: "asked" | "done" | "refused";
  /** Null: it has said no number. */
  externalId: string | null;
  problem: string;
}

/** After an answer: what the platform still works on stays asked. */
export function stepAfterAnswer({ state, externalId, problem }: RefundStanding): RefundStep {
  const next = { working: "asked", done: "done", failed: "refused" } as const;
  return { state: next[state], externalId, problem };
}

/**
 * After a failure of an attempt, which `attempts` counts. A refusal of the first is final: nothing was done. Of a later one,
 * only a refusal that says for certain that nothing was returned is, because the answer to an earlier one may be lost;
 * anything else is asked again under the same number.
 */
export function stepAfterFailure(
  { reason, code }: PaymentFailure,
  { attempts, finalRefusals }: { attempts: number } & Pick<RefundDesk, "finalRefusals">,
): RefundStep {
  const isFinal = reason === "refused" && (attempts === 1 || finalRefusals.includes(code));
  return { state: isFinal ? "refused" : "asked", externalId: null, problem: code || reason };
}

const longestMinutes = 6 * 60;

/** When a platform is asked again after a number of attempts: after 1, 2, 4 … minutes, six hours at most. */
export function nextAttempt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(2 ** (attempts - 1), longestMinutes) * 60_000);
}
