import { type CallOptions, createClient } from "@homeroom/contract/client";
import type { Endpoint, RequestInput } from "@homeroom/contract/endpoint";
import type { Envelope, Failure } from "@homeroom/contract/envelope";

export interface CallAnswer {
  status: number;
  text: string;
  headers: Headers;
  /** The envelope of a JSON answer. */
  body: Envelope<unknown>;
}

export interface SendOptions extends Pick<CallOptions, "file"> {
  /** A session's token; `null` sends the literal `anonymous`; without it no header is sent. */
  token?: string | null;
}

/** Makes a call exactly as the web app does and returns whatever came back. */
export async function sendCall<E extends Endpoint>(
  url: string,
  endpoint: E,
  request: RequestInput<E>,
  { token, file }: SendOptions = {},
): Promise<CallAnswer> {
  const answers: Response[] = [];
  const client = createClient({
    baseUrl: url,
    token: () => token ?? null,
    language: () => "en",
    async fetch(address, init) {
      const headers = new Headers(init?.headers);
      if (token === undefined) headers.delete("accessToken");
      const answer = await fetch(address, { ...init, headers });
      answers.push(answer.clone());
      return answer;
    },
  });
  await client.call(endpoint, request, file && { file }).catch(() => undefined);
  const [answer] = answers;
  if (!answer) throw new Error(`${endpoint.path} got no answer`);
  const text = await answer.text();
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  return {
    status: answer.status,
    text,
    headers: answer.headers,
    body: (isJson ? JSON.parse(text) : null) as Envelope<unknown>,
  };
}

/** Status and name of a refusal as one string, for comparison; `200` without a name for a success. */
export function outcomeOf({ status, body }: CallAnswer): string {
  return [status, (body as Failure | null)?.name].filter(Boolean).join(" ");
}
