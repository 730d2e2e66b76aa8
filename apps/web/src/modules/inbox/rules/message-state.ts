import type { ChannelKind, MessageState } from "@homeroom/contract/chat";
import { type FailureReason, failureReasons } from "@homeroom/contract/failure-reasons";

/** The icons beside our messages: a clock, one tick, two, two in colour, a warning; inbound messages have none. */
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

/** Reasons with a separate text for LINE; the general text fits for the others. */
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

/** The LINE-specific text key of a reason, if it has one and LINE gave the reason; otherwise null, and `reasonKey` applies. */
export function lineReasonKey(channel: ChannelKind, reason: string): (typeof lineReasons)[number] | null {
  if (channel !== "line") return null;
  const known = reasonKey(reason);
  return lineReasons.find((one) => one === known) ?? null;
}

/** The text key of a reason; `unknown` for one that this version does not have. */
export function reasonKey(reason: string): FailureReason {
  return failureReasons.find((known) => known === reason) ?? "unknown";
}
