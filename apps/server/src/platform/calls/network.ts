import { asRecord, textOf } from "./read-json.ts";

/** Error codes of failures before anything was sent. */
const codesOfUnsent = new Set([
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

/** Why a call to a provider had no answer: the system's code, TIMEOUT, or NETWORK when nothing better is known. */
export function networkCode(error: unknown): string {
  if (error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError")) return "TIMEOUT";
  const cause = error instanceof Error ? error.cause : undefined;
  return textOf(asRecord(cause)["code"]) ?? textOf(asRecord(error)["code"]) ?? "NETWORK";
}

/** Whether a call that failed with this code cannot have reached its provider. */
export function neverLeft(code: string): boolean {
  return codesOfUnsent.has(code);
}

/** Longer waits that a provider asks for are ignored. */
export const maxWaitMs = 24 * 3_600_000;

/** What `Retry-After` asks for, seconds or a date, in milliseconds; undefined when it asks for nothing. */
export function retryAfterMs(headers: Headers): number | undefined {
  const asked = headers.get("retry-after");
  if (asked === null) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return ms > 0 ? Math.min(ms, maxWaitMs) : undefined;
}
