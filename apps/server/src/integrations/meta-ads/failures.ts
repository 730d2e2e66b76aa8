import { MetaFailure, type MetaFailureReason } from "#modules/advertising/port";
import { longestWaitMs, retryAfterMs } from "#platform/calls/network";
import { asList, asRecord, numberOf, textOf } from "#platform/calls/read-json";
import { storableText } from "#platform/calls/storable";

/** Too many calls: of the app, the user, the account, insights, ads, lead forms. */
const tooMany = new Set([4, 17, 32, 613, 80_000, 80_003, 80_004, 80_005]);
/** Meta's own trouble. */
const passing = new Set([1, 2]);
const longestDetail = 300;

/** What a refused answer means. */
export function failureOf({ status, headers }: Response, body: unknown): MetaFailure {
  const error = asRecord(asRecord(body)["error"]);
  const code = numberOf(error["code"]);
  const said = storableText(textOf(error["message"]) ?? `HTTP ${status}`).slice(0, longestDetail);
  // Meta repeats keys in what it says of them.
  const detail = `${code ?? status}: ${said.replace(/[\w|-]{30,}/g, "•••")}`;
  return new MetaFailure(reasonOf(status, { code, transient: error["is_transient"] === true }), detail, {
    retryAfterMs: waitOf(headers),
  });
}

function reasonOf(
  status: number,
  { code, transient }: { code: number | undefined; transient: boolean },
): MetaFailureReason {
  if (code === 190 || code === 102 || code === 463 || code === 467) return "reconnect";
  if (status === 429 || (code !== undefined && tooMany.has(code))) return "rateLimited";
  if (transient || status >= 500 || (code !== undefined && passing.has(code))) return "unavailable";
  return status === 401 ? "reconnect" : "refused";
}

/** From `Retry-After`, or from Meta's usage header, whose estimate is in minutes. */
export function waitOf(headers: Headers): number | undefined {
  const asked = retryAfterMs(headers);
  if (asked !== undefined) return asked;
  const minutes = usagesOf(headers, "x-business-use-case-usage").map(
    (usage) => numberOf(usage["estimated_time_to_regain_access"]) ?? 0,
  );
  const wait = Math.max(0, ...minutes) * 60_000;
  return wait > 0 ? Math.min(wait, longestWaitMs) : undefined;
}

function usagesOf(headers: Headers, name: string) {
  try {
    return Object.values(asRecord(JSON.parse(headers.get(name) ?? "{}"))).flatMap((one) => asList(one).map(asRecord));
  } catch {
    return [];
  }
}
