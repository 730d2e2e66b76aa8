import { Agent, FormData, request } from "undici";
import type { ChannelAccess } from "#modules/inbox/port";
import { isRecord, type JsonRecord } from "#platform/calls/read-json";
import { graphVersion, userAgent, type WhatsappConfig } from "./config.ts";
import { noAnswer, refusal, refusedAnswer, tokenMissing } from "./failures.ts";

export interface GraphCall {
  method: "GET" | "POST" | "DELETE";
  /** Below the version, without a slash in front; its parts must already be safe in a path. */
  path: string;
  body?: JsonRecord | FormData;
  /** Whether the call is idempotent. */
  repeatable: boolean;
  timeoutMs?: number;
}

/** undici's own `request` needs an eighth of the processor time of `fetch` for a message. */
const connections = new Agent();

/** Makes one call of the Graph API as a channel. Resolves with the response's object; throws ProviderFailure. */
export async function callGraph(config: WhatsappConfig, channel: ChannelAccess, call: GraphCall): Promise<JsonRecord> {
  const token = accessTokenOf(channel);
  const { body, repeatable } = call;
  const isJson = isRecord(body) && !(body instanceof FormData);
  let response: Awaited<ReturnType<typeof request>>;
  let answer: unknown;
  try {
    // It does not follow redirects: a redirected POST would be a second one.
    response = await request(`${config.apiUrl}/${graphVersion}/${call.path}`, {
      dispatcher: connections,
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        "user-agent": userAgent,
        accept: "application/json",
        ...(isJson && { "content-type": "application/json" }),
      },
      body: isJson ? JSON.stringify(body) : (body ?? null),
      signal: AbortSignal.timeout(call.timeoutMs ?? config.callTimeoutMs),
    });
    answer = readAnswer(await response.body.text());
  } catch (error) {
    throw noAnswer(error, repeatable);
  }
  const { statusCode: httpStatus, headers } = response;
  if (httpStatus < 200 || httpStatus > 299)
    throw refusedAnswer({ httpStatus, headers: headersOf(headers), body: answer, token, repeatable });
  if (!isRecord(answer)) throw noAnswer(undefined, repeatable);
  return answer;
}

/** The channel's token, checked to be valid in a header: fetch's error message would repeat it. */
export function accessTokenOf(channel: ChannelAccess): string {
  const token = channel.secrets.accessToken?.trim() ?? "";
  if (!/^[\x21-\x7e]+$/.test(token)) throw tokenMissing();
  return token;
}

/** A Meta id as a part of a path. Ids come from outside: one with dots or slashes would address another resource. */
export function pathId(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(id)) throw refusal("badRequest", "The id is not one of WhatsApp's.");
  return id;
}

function headersOf(named: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(named))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
