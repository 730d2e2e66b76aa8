import type { SettingFault, TestedValue } from "@homeroom/contract/channels";
import { type FailureReason, tokenStops } from "@homeroom/contract/failure-reasons";

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

/** The text key of a stop. Reasons that have never stopped a channel share the text of an unknown one. */
export function stopKey(reason: FailureReason): (typeof stops)[number] | "unknown" {
  return stops.find((known) => known === reason) ?? "unknown";
}

const eventTypes = [
  "message",
  "sentElsewhere",
  "happening",
  "status",
  "revision",
  "preference",
  "identity",
  "notice",
] as const;

/** The key of the text for a delivery's subject. */
export function eventKey(eventType: string): (typeof eventTypes)[number] | "unknown" {
  return eventTypes.find((known) => known === eventType) ?? "unknown";
}

/** WhatsApp's limit name as a number of people; null: no limit, undefined: unknown name. */
export function peopleOfLimit(limit: string): number | null | undefined {
  if (limit === "TIER_UNLIMITED" || limit === "UNLIMITED") return null;
  const found = /^(?:TIER_)?(\d+)(K)?$/.exec(limit);
  return found ? Number(found[1]) * (found[2] ? 1000 : 1) : undefined;
}

const faults = [
  "missing",
  "notFound",
  "otherApp",
  "otherAccount",
  "appUnknown",
  "tokenExpired",
  "permissionMissing",
  "unreachable",
  "noAnswer",
  "providerUnavailable",
] as const;

/** The text key of a value that failed its test. */
export function faultKey(reason: SettingFault | null): (typeof faults)[number] | "unknown" {
  return faults.find((known) => known === reason) ?? "unknown";
}

/** The values that failed, without those that could not be tested because the token was refused. */
export function ownFaults(fields: readonly TestedValue[]): TestedValue[] {
  const wrong = fields.filter(({ ok }) => !ok);
  const isTokens = ({ reason }: TestedValue) => tokenStops.some((one) => one === reason);
  if (!wrong.some((one) => one.field === "accessToken" && isTokens(one))) return wrong;
  return wrong.filter((one) => one.field === "accessToken" || !isTokens(one));
}

const lineStops = ["tokenMissing", "tokenExpired", "permissionMissing"] as const;

/** The text key of what stopped a LINE account. */
export function lineStopKey(reason: FailureReason): (typeof lineStops)[number] | "unknown" {
  return lineStops.find((known) => known === reason) ?? "unknown";
}

const lineRefusals = [
  "tokenMissing",
  "tokenExpired",
  "tokenOfOtherChannel",
  "secretWrong",
  "permissionMissing",
  "sendingTooFast",
  "providerUnavailable",
  "unreachable",
  "noAnswer",
] as const;

/** The text key of why LINE did not accept keys. */
export function lineRefusalKey(reason: unknown): (typeof lineRefusals)[number] | "unknown" {
  return lineRefusals.find((known) => known === reason) ?? "unknown";
}

/** How close the month's messages are to their limit. */
export function quotaTone({ limit, used }: { limit: number | null; used: number }): "good" | "warning" | "danger" {
  if (limit === null) return "good";
  if (used >= limit) return "danger";
  return used >= limit * 0.8 ? "warning" : "good";
}
