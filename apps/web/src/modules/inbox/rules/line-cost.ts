import type { LineCost } from "@homeroom/contract/chat-line-cost";

/** A message waits this long so that it can be taken back, and the call takes a moment: later than this the reply is not free. */
const spentBeforeMs = 6_000;

/** The share of the month's quota below which staff are warned. */
const scarceShare = 0.1;

/** The kind of the next LINE message: a free reply, one of the month's quota, one of few left, or over the quota. */
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
