import type { ChannelAccess } from "#modules/inbox/port";
import { asRecord, type JsonRecord } from "#platform/calls/read-json";
import { type LineConfig, userAgent } from "./config.ts";
import { LineRefusal, noAnswer, refusal, tokenMissing } from "./failures.ts";

export interface LineCall {
  method: "GET" | "POST" | "PUT";
  /** With a slash in front; its parts must already be safe in a path. */
  path: string;
  body?: JsonRecord;
  /** Idempotent: reading, or sending under a retry key. */
  repeatable: boolean;
  /** Our message id, under which LINE accepts a message once; only push supports it. */
  retryKey?: string;
}

/** Makes one call of the Messaging API as a channel. Resolves with the response's object; throws ProviderFailure. */
export async function callLine(config: LineConfig, channel: ChannelAccess, call: LineCall): Promise<JsonRecord> {
  const token = accessTokenOf(channel);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(call.body && { "content-type": "application/json" }),
    ...(call.retryKey !== undefined && { "x-line-retry-key": call.retryKey }),
  };
  const body = call.body === undefined ? undefined : JSON.stringify(call.body);
  const { repeatable, method } = call;
  return ask(config, { method, url: `${config.apiUrl}${call.path}`, headers, body, repeatable, secrets: [token] });
}

/** Posts a form, without a token, to an endpoint of LINE's sign-in. */
export function askWithForm(
  config: LineConfig,
  path: string,
  form: Readonly<Record<string, string>>,
): Promise<JsonRecord> {
  return ask(config, {
    method: "POST",
    url: `${config.apiUrl}${path}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(form).toString(),
    repeatable: true,
    secrets: Object.values(form),
  });
}

interface Question {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
  repeatable: boolean;
  secrets: readonly string[];
}

async function ask(config: LineConfig, question: Question): Promise<JsonRecord> {
  const { method, url, headers, body, repeatable, secrets } = question;
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(url, {
      method,
      headers: { "user-agent": userAgent, accept: "application/json", ...headers },
      ...(body !== undefined && { body }),
      // A redirected POST would be a second one, and would send the token elsewhere.
      redirect: "manual",
      signal: AbortSignal.timeout(config.callTimeoutMs),
    });
    answer = readAnswer(await response.text());
  } catch (error) {
    throw noAnswer(error, repeatable);
  }
  if (response.ok) return asRecord(answer);
  throw new LineRefusal(
    { httpStatus: response.status, headers: response.headers, body: answer },
    { secrets, repeatable },
  );
}

/** The channel's token, checked to be valid in a header: fetch's error message would repeat it. */
export function accessTokenOf(channel: ChannelAccess): string {
  const token = channel.secrets["accessToken"]?.trim() ?? "";
  if (!/^[\x21-\x7e]+$/.test(token)) throw tokenMissing();
  return token;
}

/** A LINE id as a part of a path. Ids come from outside: one with dots or slashes would address another resource. */
export function pathId(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,200}$/.test(id)) throw refusal("badRequest", "The id is not one of LINE's.");
  return id;
}

function readAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
