import type { FailureReason } from "@homeroom/contract/failure-reasons";
import type { ErrorClass, ProviderError } from "#modules/inbox/port";

/** A failure in WhatsApp's format, from a response's `error` or a status's `errors[0]`. */
export interface GraphError {
  code: number | undefined;
  /** Meta's message; the classification never uses it. */
  detail: string;
  httpStatus?: number;
  transient?: boolean;
  /** The pause requested by the response's headers. */
  retryAfterMs?: number;
}

interface Rule {
  class: ErrorClass;
  reason: FailureReason;
  stops: ProviderError["stops"];
  retryAfterMs?: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const tokenExpired: Rule = { class: "reauthorise", reason: "tokenExpired", stops: "channel" };
const permissionMissing: Rule = { class: "reauthorise", reason: "permissionMissing", stops: "channel" };
const unavailable: Rule = { class: "retryable", reason: "providerUnavailable", stops: "message" };
const callLimit: Rule = { class: "rate-limited", reason: "callLimit", stops: "channel", retryAfterMs: minute };
const sendingTooFast: Rule = {
  class: "rate-limited",
  reason: "sendingTooFast",
  stops: "channel",
  retryAfterMs: 5 * second,
};
const badRequest = refusedMessage("badRequest");
const templateParameters = refusedMessage("templateParameters");
const registrationLimit: Rule = {
  class: "rate-limited",
  reason: "registrationLimit",
  stops: "channel",
  retryAfterMs: hour,
};

/** Meta's codes. A code has the same meaning in a response and in a later `failed` status. */
const rules = new Map<number, Rule>([
  [0, tokenExpired],
  [190, tokenExpired],
  [3, permissionMissing],
  [10, permissionMissing],
  [131005, permissionMissing],

  [1, unavailable],
  [2, unavailable],
  [131000, unavailable],
  [131016, unavailable],
  [133004, unavailable],
  [131057, { class: "retryable", reason: "maintenance", stops: "channel", retryAfterMs: 10 * minute }],

  [4, callLimit],
  [17, callLimit],
  [613, callLimit],
  [80007, callLimit],
  [80009, callLimit],
  [80014, callLimit],
  [130429, sendingTooFast],
  // One message in six seconds to the same person, after a burst of 45.
  [131056, { class: "rate-limited", reason: "pairRate", stops: "recipient", retryAfterMs: 6 * second }],
  // Sending on automatically would make it worse: a person must decide.
  [131048, refusedMessage("spamLimit")],
  // Counts only people outside their reply window, so it must not stop the channel's replies.
  [131064, { class: "rate-limited", reason: "messagingLimit", stops: "message", retryAfterMs: hour }],

  [131049, { class: "permanent", reason: "marketingCap", stops: "recipient", retryAfterMs: 24 * hour }],
  [131050, refusedRecipient("marketingStopped")],
  [130472, refusedRecipient("experimentGroup")],
  [131026, refusedRecipient("notOnWhatsApp")],
  [131021, refusedMessage("recipientInvalid")],
  [131030, refusedMessage("recipientNotAllowed")],
  [131062, refusedMessage("phoneNumberNeeded")],

  [131047, refusedMessage("windowClosed")],
  [33, badRequest],
  [100, badRequest],
  [131008, badRequest],
  [131009, badRequest],
  [131051, refusedMessage("unsupportedType")],
  [131052, { class: "retryable", reason: "mediaUnreadable", stops: "message" }],
  [131053, { class: "retryable", reason: "mediaRejected", stops: "message" }],

  [131031, stoppedChannel("accountLocked")],
  [368, stoppedChannel("policyBlocked")],
  [130497, stoppedChannel("countryBlocked")],
  [131037, stoppedChannel("nameNotApproved")],
  [131042, stoppedChannel("paymentProblem")],
  [131045, stoppedChannel("numberNotRegistered")],
  [133010, stoppedChannel("numberNotRegistered")],
  [131063, refusedMessage("marketingNotEnabled")],

  [132000, templateParameters],
  [132001, refusedMessage("templateMissing")],
  [132005, refusedMessage("templateTooLong")],
  [132007, refusedMessage("templatePolicy")],
  [132008, templateParameters],
  [132012, templateParameters],
  // The first pause of a template lasts three hours.
  [132015, { ...refusedMessage("templatePaused"), retryAfterMs: 3 * hour }],
  [132016, refusedMessage("templateDisabled")],
  [132068, refusedMessage("templateFlow")],
  [132069, refusedMessage("templateFlow")],

  [133016, registrationLimit],
]);

/** What a failure means for us; the table is in this folder's README. */
export function classify(error: GraphError, secrets: readonly string[] = []): ProviderError {
  const rule = ruleOf(error);
  const retryAfterMs = Math.max(rule.retryAfterMs ?? 0, error.retryAfterMs ?? 0);
  return {
    class: rule.class,
    code: error.code === undefined ? `http-${error.httpStatus ?? 0}` : String(error.code),
    reason: rule.reason,
    detail: withoutSecrets(error.detail, secrets),
    stops: rule.stops,
    ...(retryAfterMs > 0 && { retryAfterMs }),
  };
}

function ruleOf({ code, httpStatus = 0, transient }: GraphError): Rule {
  const known = code === undefined ? undefined : (rules.get(code) ?? ruleOfRange(code));
  if (known !== undefined) return known;
  if (transient || httpStatus >= 500) return unavailable;
  if (httpStatus === 401) return tokenExpired;
  if (httpStatus === 403) return permissionMissing;
  if (httpStatus === 429) return sendingTooFast;
  return refusedMessage("unknown");
}

function ruleOfRange(code: number): Rule | undefined {
  if (code >= 200 && code <= 299) return permissionMissing;
  if (code >= 133000 && code <= 133015) return registrationLimit;
  return undefined;
}

function refusedMessage(reason: FailureReason): Rule {
  return { class: "permanent", reason, stops: "message" };
}

function refusedRecipient(reason: FailureReason): Rule {
  return { class: "permanent", reason, stops: "recipient" };
}

function stoppedChannel(reason: FailureReason): Rule {
  return { class: "permanent", reason, stops: "channel" };
}

const maxDetailLength = 500;

/** Meta's messages sometimes repeat parts of a request, including the token. */
export function withoutSecrets(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 6) clean = clean.replaceAll(secret, "[secret]");
  clean = clean
    .replace(/\bEAA[\w-]{8,}/g, "[token]")
    .replace(/\b(Bearer|OAuth)\s+[\w.~+/|=-]{8,}/gi, "$1 [token]")
    .replace(/\b(access_token|appsecret_proof|client_secret)(["']?\s*[=:]\s*["']?)[^\s&"',}]+/gi, "$1$2[token]");
  return clean.slice(0, maxDetailLength);
}
