import type { FailureReason } from "@homeroom/contract/failure-reasons";
import type { ErrorClass, ProviderError } from "#modules/inbox/port";

/** A refusal in LINE's format. The HTTP status classifies it; a few messages distinguish cases of one status. */
export interface LineError {
  httpStatus: number;
  message: string;
  details: readonly { message: string; property: string }[];
  retryAfterMs?: number;
}

interface Rule {
  class: ErrorClass;
  reason: FailureReason;
  stops: ProviderError["stops"];
  retryAfterMs?: number;
}

const second = 1000;

/** What a failure means for us; the table is in this folder's README. */
export function classify(error: LineError, secrets: readonly string[] = []): ProviderError {
  const rule = ruleOf(error);
  const retryAfterMs = Math.max(rule.retryAfterMs ?? 0, error.retryAfterMs ?? 0);
  return {
    class: rule.class,
    code: `http-${error.httpStatus}`,
    reason: rule.reason,
    detail: withoutSecrets(wordsOf(error), secrets),
    stops: rule.stops,
    ...(retryAfterMs > 0 && { retryAfterMs }),
  };
}

function ruleOf({ httpStatus, message, details }: LineError): Rule {
  switch (httpStatus) {
    case 400:
      return badRequest(message, details);
    case 401:
      return { class: "reauthorise", reason: "tokenExpired", stops: "channel" };
    case 403:
      return { class: "reauthorise", reason: "permissionMissing", stops: "channel" };
    case 404:
      return { class: "permanent", reason: "recipientInvalid", stops: "recipient" };
    case 413:
      return { class: "permanent", reason: "badRequest", stops: "message" };
    case 429:
      // The same status means too many calls or an exhausted monthly quota: only the message differs.
      return /monthly limit/i.test(message)
        ? { class: "permanent", reason: "quotaUsedUp", stops: "message" }
        : { class: "rate-limited", reason: "sendingTooFast", stops: "channel", retryAfterMs: 5 * second };
    default:
      return httpStatus >= 500
        ? { class: "retryable", reason: "providerUnavailable", stops: "message" }
        : { class: "permanent", reason: "unknown", stops: "message" };
  }
}

function badRequest(message: string, details: LineError["details"]): Rule {
  const properties = details.map(({ property }) => property).join(" ");
  if (
    /(^|\s)to\b/.test(properties) ||
    /'to',? (in the request body )?is invalid|failed to send messages/i.test(message)
  )
    return { class: "permanent", reason: "recipientInvalid", stops: "recipient" };
  if (/originalContentUrl|previewImageUrl|thumbnailImageUrl/.test(properties))
    return { class: "permanent", reason: "addressNotPublic", stops: "message" };
  return { class: "permanent", reason: "badRequest", stops: "message" };
}

/** A reply token that was used or is too old. The message can be pushed instead. */
export function isSpentReplyToken({ httpStatus, message }: LineError): boolean {
  return httpStatus === 400 && /invalid reply token/i.test(message);
}

function wordsOf({ httpStatus, message, details }: LineError): string {
  const parts = details.map((one) => [one.property, one.message].filter((word) => word !== "").join(": "));
  return [message || `HTTP ${httpStatus}`, ...parts].join("; ");
}

const maxDetailLength = 500;

/** LINE does not repeat a request in its responses; in case it ever does, the token is removed. */
export function withoutSecrets(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 6) clean = clean.replaceAll(secret, "[secret]");
  return clean.replace(/\bBearer\s+[\w.~+/|=-]{8,}/gi, "Bearer [token]").slice(0, maxDetailLength);
}
