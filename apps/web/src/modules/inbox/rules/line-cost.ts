import type { LineCost } from "@homeroom/contract/chat-line-cost";

/** What is written waits so long to be taken back, and the call takes a moment: later the answer is no longer free. */
const spentBeforeMs = 6_000;

/** With so small a share of the month left, one is warned. */
const scarceShare = 0.1;

/** What the next message on LINE is: a free answer, one of the month's, one of few that are left, or one too many. */
export type LineCostState =
  | { kind: "free"; seconds: number }
  | { kind: "usedUp"; used: number; limit: number }
  | { kind: "scarce" | "counted"; used: number; limit: number }
  | { kind: "unlimited"; used: number }
  | { kind: "unknown" };

export function lineCost({ freeUntil, quota }: LineCost, now: Date): LineCostState {
  const left = freeUntil === null ? 0 : new Date(freeUntil).getTime() - spentBeforeMs - now.getTime();
  if (left > 0) return { kind: "free", seconds: Math.ceil(left / 1000) };
  if (quota === null) return { kind: "unknown" };
  const { used, limit } = quota;
  if (limit === null) return { kind: "unlimited", used };
  if (used >= limit) return { kind: "usedUp", used, limit };
  return { kind: limit - used <= limit * scarceShare ? "scarce" : "counted", used, limit };
}
