import type { MessageState } from "@homeroom/contract/chat";
import { type FailureReason, failureReasons } from "@homeroom/contract/failure-reasons";

/** The signs beside our messages: a clock, one tick, two, two in colour, a warning; inbound ones have none. */
export type TickSign = "waiting" | "one" | "two" | "read" | "unsure" | "failed";

const signs: Record<MessageState, TickSign | null> = {
  received: null,
  queued: "waiting",
  sending: "waiting",
  unsure: "unsure",
  accepted: "one",
  sent: "one",
  delivered: "two",
  read: "read",
  failed: "failed",
  cancelled: null,
};

export function tickOf(state: MessageState): TickSign | null {
  return signs[state];
}

/** The reason as a key of a text; one that this version does not know is `unknown`. */
export function reasonKey(reason: string): FailureReason {
  return failureReasons.find((known) => known === reason) ?? "unknown";
}
