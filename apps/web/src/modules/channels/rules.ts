import type { FailureReason } from "@homeroom/contract/failure-reasons";

const stops = [
  "tokenMissing",
  "tokenExpired",
  "permissionMissing",
  "accountLocked",
  "policyBlocked",
  "countryBlocked",
  "nameNotApproved",
  "paymentProblem",
  "numberNotRegistered",
] as const;

/** The key of the words for a stop. Reasons that nobody has seen stop a channel share those of an unknown one. */
export function stopKey(reason: FailureReason): (typeof stops)[number] | "unknown" {
  return stops.find((known) => known === reason) ?? "unknown";
}

const eventTypes = ["message", "status", "revision", "preference", "identity", "notice"] as const;

/** The key of the word for what a delivery tells of. */
export function eventKey(eventType: string): (typeof eventTypes)[number] | "unknown" {
  return eventTypes.find((known) => known === eventType) ?? "unknown";
}
