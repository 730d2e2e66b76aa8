import type { FailureReason } from "@homeroom/contract/failure-reasons";
import { ProviderFailure } from "#modules/inbox/port";
import { maxWaitMs, networkCode, neverLeft, retryAfterMs } from "#platform/calls/network";
import { asRecord, isRecord, numberOf, textOf } from "#platform/calls/read-json";
import { classify, withoutSecrets } from "./errors.ts";

/** An error response. `repeatable` calls are idempotent. */
export interface RefusedAnswer {
  httpStatus: number;
  headers: Headers;
  body: unknown;
  token: string;
  repeatable: boolean;
}

export function refusedAnswer({ httpStatus, headers, body, token, repeatable }: RefusedAnswer): ProviderFailure {
  const error = asRecord(body).error;
  const graphError = asRecord(error);
  const details = [graphError.message, asRecord(graphError.error_data).details, graphError.error_user_msg].map(textOf);
  const classified = classify(
    {
      code: numberOf(graphError.code),
      detail: details.filter((text) => text !== undefined).join(": ") || `HTTP ${httpStatus}`,
      httpStatus,
      transient: graphError.is_transient === true,
      retryAfterMs: askedToWaitMs(headers),
    },
    [token],
  );
  // Graph's own error means that nothing was done. A bare 5xx comes from a proxy, which may have passed the message on.
  return new ProviderFailure(classified, !repeatable && httpStatus >= 500 && !isRecord(error));
}

/** A call without a response. Once the request may have left us, a call that is not repeatable has an unknown outcome. */
export function noAnswer(error: unknown, repeatable: boolean): ProviderFailure {
  const code = networkCode(error);
  const left = !neverLeft(code);
  const reason: FailureReason = left ? "noAnswer" : "unreachable";
  return new ProviderFailure(
    { class: "retryable", code, reason, detail: withoutSecrets(code), stops: "message" },
    left && !repeatable,
  );
}

export function refusal(reason: FailureReason, detail: string): ProviderFailure {
  return new ProviderFailure({ class: "permanent", code: "local", reason, detail, stops: "message" });
}

/** Without a usable token no call is made: the channel waits until somebody enters one. */
export function tokenMissing(): ProviderFailure {
  return new ProviderFailure({
    class: "reauthorise",
    code: "local",
    reason: "tokenMissing",
    detail: "The channel has no usable access token.",
    stops: "channel",
  });
}

/** From `Retry-After` (seconds or a date) or from Meta's usage header, whose estimate is in minutes. */
function askedToWaitMs(headers: Headers): number | undefined {
  const asked = retryAfterMs(headers);
  if (asked !== undefined) return asked;
  const minutes = usageOf(headers).map((usage) => numberOf(asRecord(usage).estimated_time_to_regain_access) ?? 0);
  const wait = Math.max(0, ...minutes) * 60_000;
  return wait > 0 ? Math.min(wait, maxWaitMs) : undefined;
}

function usageOf(headers: Headers): unknown[] {
  try {
    return Object.values(asRecord(JSON.parse(headers.get("x-business-use-case-usage") ?? "{}"))).flat();
  } catch {
    return [];
  }
}
