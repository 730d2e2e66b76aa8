import type { ChannelKind, MessageState } from "@homeroom/contract/chat";
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

/** Reasons of which LINE has words of its own; those of the others fit it as well. */
export const lineReasons = [
  "tokenMissing",
  "tokenExpired",
  "permissionMissing",
  "providerUnavailable",
  "unreachable",
  "noAnswer",
  "sendingTooFast",
  "recipientInvalid",
  "badRequest",
  "unsupportedType",
  "mediaUnreadable",
  "mediaRejected",
  "mediaGone",
  "unknown",
] as const satisfies readonly FailureReason[];

/** LINE's own key of a reason, where it has one and it was LINE who said so; else null, and `reasonKey` fits. */
export function lineReasonKey(channel: ChannelKind, reason: string): (typeof lineReasons)[number] | null {
  if (channel !== "line") return null;
  const known = reasonKey(reason);
  return lineReasons.find((one) => one === known) ?? null;
}

/** The reason as a key of a text; one that this version does not know is `unknown`. */
export function reasonKey(reason: string): FailureReason {
  return failureReasons.find((known) => known === reason) ?? "unknown";
}
