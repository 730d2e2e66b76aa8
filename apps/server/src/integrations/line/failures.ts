import type { FailureReason } from "@homeroom/contract/failure-reasons";
import { ProviderFailure } from "#modules/inbox/port";
import { networkCode, neverLeft, retryAfterMs } from "#platform/calls/network";
import { asList, asRecord, textOf } from "#platform/calls/read-json";
import { classify, type LineError, withoutSecrets } from "./errors.ts";

/** Thrown inside the integration for an error response, with LINE's message. */
export class LineRefusal extends ProviderFailure {
  readonly said: LineError;
  readonly body: unknown;
  readonly headers: Headers;

  constructor(answer: { httpStatus: number; headers: Headers; body: unknown }, about: RefusalContext) {
    const said = lineError(answer);
    // A 5xx may come from a proxy that had passed the message on: only a repeatable call has a certain outcome.
    super(classify(said, about.secrets), !about.repeatable && said.httpStatus >= 500);
    this.said = said;
    this.body = answer.body;
    this.headers = answer.headers;
  }
}

interface RefusalContext {
  secrets: readonly string[];
  /** The call is idempotent. */
  repeatable: boolean;
}

function lineError({ httpStatus, headers, body }: { httpStatus: number; headers: Headers; body: unknown }): LineError {
  const fields = asRecord(body);
  const details = asList(fields["details"])
    .slice(0, 5)
    .map(asRecord)
    .map((one) => ({ message: textOf(one["message"]) ?? "", property: textOf(one["property"]) ?? "" }));
  const wait = retryAfterMs(headers);
  return {
    httpStatus,
    // The token endpoints have their own error format.
    message: textOf(fields["message"]) ?? textOf(fields["error_description"]) ?? textOf(fields["error"]) ?? "",
    details,
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
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

/** A refusal of our own, before LINE is called. */
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
