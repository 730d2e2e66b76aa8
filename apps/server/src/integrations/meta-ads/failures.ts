import { AdPlatformFailure, type AdPlatformFailureReason } from "#modules/advertising/port";
import { maxWaitMs, retryAfterMs } from "#platform/calls/network";
import { asList, asRecord, type JsonRecord, numberOf, textOf } from "#platform/calls/read-json";
import { storableText } from "#platform/calls/storable";

/** Too many calls of the app, the user, the account, insights, ads or lead forms. */
const tooMany = new Set([4, 17, 32, 613, 80_000, 80_003, 80_004, 80_005]);
/** Errors inside Meta. */
const passing = new Set([1, 2]);
/** Reports with too many rows. */
const tooMuch = new Set([1_487_534, 1_504_018]);
const maxDetailLength = 300;

/** The meaning of an error response. */
export function failureOf({ status, headers }: Response, body: unknown): AdPlatformFailure {
  const error = asRecord(asRecord(body)["error"]);
  const code = numberOf(error["code"]);
  const said = storableText(textOf(error["message"]) ?? `HTTP ${status}`).slice(0, maxDetailLength);
  // Meta repeats keys in its messages about them.
  const detail = `${code ?? status}: ${said.replace(/[\w|-]{30,}/g, "•••")}`;
  return new AdPlatformFailure(reasonOf(status, { code, transient: error["is_transient"] === true }), detail, {
    retryAfterMs: waitOf(headers),
    isTooMuch: code === 100 && tooMuch.has(numberOf(error["error_subcode"]) ?? 0),
  });
}

function reasonOf(
  status: number,
  { code, transient }: { code: number | undefined; transient: boolean },
): AdPlatformFailureReason {
  if (code === 190 || code === 102 || code === 463 || code === 467) return "reconnect";
  if (status === 429 || (code !== undefined && tooMany.has(code))) return "rateLimited";
  if (transient || status >= 500 || (code !== undefined && passing.has(code))) return "unavailable";
  return status === 401 ? "reconnect" : "refused";
}

/** The pause before the next report, from the usage headers of a successful response, which are in percent. */
export function restOf(headers: Headers): number {
  const throttle = recordIn(headers, "x-fb-ads-insights-throttle");
  const usages = usagesOf(headers, "x-business-use-case-usage");
  const percents = [
    ...["app_id_util_pct", "acc_id_util_pct"].map((name) => throttle[name]),
    ...usages.flatMap((usage) => ["call_count", "total_cputime", "total_time"].map((name) => usage[name])),
  ].map((value) => numberOf(value) ?? 0);
  const most = Math.max(0, ...percents);
  const asked = waitOf(headers) ?? 0;
  return Math.max(asked, most >= 90 ? 5 * 60_000 : most >= 75 ? 60_000 : 0);
}

/** From `Retry-After`, or from Meta's usage header, whose estimate is in minutes. */
export function waitOf(headers: Headers): number | undefined {
  const asked = retryAfterMs(headers);
  if (asked !== undefined) return asked;
  const minutes = usagesOf(headers, "x-business-use-case-usage").map(
    (usage) => numberOf(usage["estimated_time_to_regain_access"]) ?? 0,
  );
  const wait = Math.max(0, ...minutes) * 60_000;
  return wait > 0 ? Math.min(wait, maxWaitMs) : undefined;
}

function usagesOf(headers: Headers, name: string) {
  return Object.values(recordIn(headers, name)).flatMap((one) => asList(one).map(asRecord));
}

function recordIn(headers: Headers, name: string): JsonRecord {
  try {
    return asRecord(JSON.parse(headers.get(name) ?? "{}"));
  } catch {
    return {};
  }
}
