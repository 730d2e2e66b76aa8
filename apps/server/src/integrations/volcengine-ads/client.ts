import { AdPlatformFailure, type AdPlatformFailureReason } from "#modules/advertising/port";
import { networkCode, retryAfterMs } from "#platform/calls/network";
import {
  asList,
  asRecord,
  isRecord,
  type JsonRecord,
  numberOf,
  readJsonWithIds,
  textOf,
} from "#platform/calls/read-json";
import { storableText } from "#platform/calls/storable";
import { timeoutMs, type VolcengineConfig } from "./config.ts";

export interface OceanCall {
  /** Below the address of the API. */
  path: string;
  token?: string;
  /** Query of a GET: lists and objects are JSON, as the API requires. */
  query?: Readonly<Record<string, unknown>>;
  /** Makes it a POST. */
  body?: JsonRecord;
}

const pageSize = 100;
const maxDetailLength = 300;

/** Makes one call. Keys go in a header or a body, never in an address. Returns `data`. Throws AdPlatformFailure. */
export async function callOcean(config: VolcengineConfig, call: OceanCall): Promise<JsonRecord> {
  const { path, token, query = {}, body } = call;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    throw new AdPlatformFailure("reconnect", "There is no usable key");
  const asked = new URLSearchParams(
    Object.fromEntries(
      Object.entries(query).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    ),
  );
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${config.apiUrl}/open_api/${path}${asked.size > 0 ? `?${asked.toString()}` : ""}`, {
      method: body ? "POST" : "GET",
      headers: {
        accept: "application/json",
        ...(token !== undefined && { "access-token": token }),
        ...(body && { "content-type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    throw new AdPlatformFailure("unavailable", networkCode(error));
  }
  const answer = readJsonWithIds(text);
  const code = numberOf(asRecord(answer)["code"]);
  if (!response.ok || code !== 0) throw failureOf(response, answer);
  return asRecord(asRecord(answer)["data"]);
}

/** Every row under `key` in the pages of a list or report, up to `most`. */
export async function callForAll(
  config: VolcengineConfig,
  call: OceanCall,
  { key, most }: { key: "list" | "rows"; most: number },
): Promise<JsonRecord[]> {
  const rows: JsonRecord[] = [];
  for (let page = 1; rows.length < most; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- calls per second are limited: one after the other
    const data = await callOcean(config, { ...call, query: { ...call.query, page, page_size: pageSize } });
    rows.push(...asList(data[key]).filter(isRecord));
    if (page >= (numberOf(asRecord(data["page_info"])["total_page"]) ?? 1)) break;
  }
  return rows.slice(0, most);
}

/** The platform answers 200 with a code of its own. */
function failureOf({ status, headers }: Response, answer: unknown): AdPlatformFailure {
  const code = numberOf(asRecord(answer)["code"]);
  const said = storableText(textOf(asRecord(answer)["message"]) ?? `HTTP ${status}`).slice(0, maxDetailLength);
  const detail = `${code ?? status}: ${said.replace(/[\w-]{30,}/g, "•••")}`;
  return new AdPlatformFailure(reasonOf(status, code), detail, { retryAfterMs: retryAfterMs(headers) });
}

/** An expired, unknown or missing key; an expired, used or unknown refresh token; an expired or used code. */
const worthless = new Set([40_102, 40_103, 40_104, 40_105, 40_107, 40_113]);
const tooMany = new Set([40_100, 40_110, 40_133]);

function reasonOf(status: number, code: number | undefined): AdPlatformFailureReason {
  if (code !== undefined && worthless.has(code)) return "reconnect";
  if (status === 429 || (code !== undefined && tooMany.has(code))) return "rateLimited";
  if (status >= 500 || code === undefined || code >= 50_000) return "unavailable";
  return "refused";
}
