import type { FailureReason } from "@homeroom/contract/failure-reasons";
import { ProviderFailure } from "#modules/inbox/port";
import { classify, type LineError, withoutSecrets } from "./errors.ts";
import { asList, asRecord, textOf } from "./read-json.ts";

/** Thrown inside the integration for an answer that is not a success; carries what LINE said. */
export class LineRefusal extends ProviderFailure {
  readonly said: LineError;
  readonly body: unknown;
  readonly headers: Headers;

  constructor(answer: { httpStatus: number; headers: Headers; body: unknown }, about: RefusalContext) {
    const said = lineError(answer);
    // A 5xx comes from something that may have passed the message on: only a call that can be repeated is sure.
    super(classify(said, about.secrets), !about.repeatable && said.httpStatus >= 500);
    this.said = said;
    this.body = answer.body;
    this.headers = answer.headers;
  }
}

interface RefusalContext {
  secrets: readonly string[];
  /** Making the call twice is the same as once. */
  repeatable: boolean;
}

function lineError({ httpStatus, headers, body }: { httpStatus: number; headers: Headers; body: unknown }): LineError {
  const fields = asRecord(body);
  const details = asList(fields["details"])
    .slice(0, 5)
    .map(asRecord)
    .map((one) => ({ message: textOf(one["message"]) ?? "", property: textOf(one["property"]) ?? "" }));
  const retryAfterMs = askedToWaitMs(headers);
  return {
    httpStatus,
    // The addresses for tokens have an error form of their own.
    message: textOf(fields["message"]) ?? textOf(fields["error_description"]) ?? textOf(fields["error"]) ?? "",
    details,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

const longestWaitMs = 24 * 3_600_000;

function askedToWaitMs(headers: Headers): number | undefined {
  const retryAfter = headers.get("retry-after");
  if (retryAfter === null) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return ms > 0 ? Math.min(ms, longestWaitMs) : undefined;
}

/** Codes of failures before anything of ours was on its way. */
const neverLeft = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EAI_FAIL",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "ERR_TLS_CERT_ALTNAME_INVALID",
]);

/** A call without an answer. Once the request may have left us, a call that is not repeatable has an unknown outcome. */
export function noAnswer(error: unknown, repeatable: boolean): ProviderFailure {
  const code = networkCode(error);
  const left = !neverLeft.has(code);
  const reason: FailureReason = left ? "noAnswer" : "unreachable";
  return new ProviderFailure(
    { class: "retryable", code, reason, detail: withoutSecrets(code), stops: "message" },
    left && !repeatable,
  );
}

function networkCode(error: unknown): string {
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) return "TIMEOUT";
  const cause = error instanceof Error ? error.cause : undefined;
  return textOf(asRecord(cause)["code"]) ?? textOf(asRecord(error)["code"]) ?? "NETWORK";
}

/** A refusal of our own, before LINE is asked. */
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
