import { createHmac } from "node:crypto";
import { AdPlatformFailure } from "#modules/advertising/port";
import { networkCode } from "#platform/calls/network";
import { asRecord, isRecord, type JsonRecord, readJsonWithIds, textOf } from "#platform/calls/read-json";
import { graphVersion, type MetaConfig, timeoutMs } from "./config.ts";
import { failureOf } from "./failures.ts";

export interface GraphCall {
  method?: "GET" | "POST" | "DELETE";
  /** Below the version; its parts must be safe in a path. */
  path: string;
  token?: string;
  /** In the address of a GET or DELETE, in the body of a POST. */
  fields?: Readonly<Record<string, string>>;
}

/** Makes one call of the Graph API. Keys go in a header or a body, never in an address. Throws AdPlatformFailure. */
export async function callGraph(config: MetaConfig, call: GraphCall): Promise<JsonRecord> {
  return (await callWithHeaders(config, call)).body;
}

/** The same with the response's headers, which report the remaining quota. */
export async function callWithHeaders(
  config: MetaConfig,
  { method = "GET", path, token, fields = {} }: GraphCall,
): Promise<{ body: JsonRecord; headers: Headers }> {
  const inBody = method === "POST";
  const sent = new URLSearchParams({ ...fields, ...(token && { appsecret_proof: proofOf(config, token) }) });
  const address = `${config.apiUrl}/${graphVersion}/${path}${inBody || sent.size === 0 ? "" : `?${sent.toString()}`}`;
  let answer: { response: Response; text: string };
  try {
    const response = await fetch(address, {
      method,
      headers: { accept: "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(inBody && { body: sent }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    answer = { response, text: await response.text() };
  } catch (error) {
    throw new AdPlatformFailure("unavailable", networkCode(error));
  }
  const body = readJsonWithIds(answer.text);
  if (!answer.response.ok || isRecord(asRecord(body)["error"])) throw failureOf(answer.response, body);
  if (!isRecord(body)) throw new AdPlatformFailure("unavailable", "The answer is no object");
  return { body, headers: answer.response.headers };
}

/** Every row of a paged list, up to `most`. */
export async function callForAll(config: MetaConfig, call: GraphCall, most: number): Promise<JsonRecord[]> {
  const rows: JsonRecord[] = [];
  let after: string | undefined;
  do {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const body = await callGraph(config, { ...call, fields: { ...call.fields, ...(after && { after }) } });
    rows.push(...(Array.isArray(body["data"]) ? body["data"].map(asRecord) : []));
    const paging = asRecord(body["paging"]);
    after = paging["next"] === undefined ? undefined : textOf(asRecord(paging["cursors"])["after"]);
  } while (after !== undefined && rows.length < most);
  return rows.slice(0, most);
}

/** A Meta id as a part of a path. Ids come from outside: one with dots or slashes would address another resource. */
export function pathId(id: string): string {
  if (!/^(act_)?\d{1,32}$/.test(id)) throw new AdPlatformFailure("refused", "The id is not one of Meta's");
  return id;
}

/** Proves that we are the app that the key was issued to: a stolen key alone is useless. */
function proofOf({ appSecret }: MetaConfig, token: string): string {
  // fetch's error message would repeat a key that is invalid in a header.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new AdPlatformFailure("reconnect", "There is no usable key");
  return createHmac("sha256", appSecret).update(token).digest("hex");
}
