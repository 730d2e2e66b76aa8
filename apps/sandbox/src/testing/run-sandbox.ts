import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { startSandbox } from "../main.ts";
import type { SandboxOptions } from "../settings.ts";
import type { ChannelSettings } from "../whatsapp/channel.ts";

/** A webhook as the business's server received it. */
export interface ReceivedWebhook {
  body: string;
  headers: IncomingHttpHeaders;
  payload: { object: string; entry: { id: string; changes: { field: string; value: Value }[] }[] };
}

export interface Value {
  messaging_product: string;
  metadata: { phone_number_id: string; display_phone_number: string };
  contacts?: { wa_id?: string; user_id?: string; profile: { name: string } }[];
  messages?: (Record<string, unknown> & { id: string; type: string })[];
  statuses?: {
    id: string;
    status: string;
    recipient_id?: string;
    recipient_user_id?: string;
    biz_opaque_callback_data?: string;
    errors?: { code: number }[];
    pricing?: { billable: boolean; category: string; type: string };
  }[];
}

export interface Receiver {
  url: string;
  received: ReceivedWebhook[];
  /** Statuses to answer first, one for each webhook; then every answer is 200. "cut" cuts the connection. */
  answers: (number | "cut")[];
  close(): Promise<void>;
}

/** Stands for the business's webhook address. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  const answers: (number | "cut")[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const url = new URL(request.url ?? "/", "http://receiver");
      if (request.method === "GET") return response.end(url.searchParams.get("hub.challenge"));
      const answer = answers.shift() ?? 200;
      if (answer === "cut") return request.socket.destroy();
      const body = Buffer.concat(chunks).toString();
      if (answer === 200)
        received.push({ body, headers: request.headers, payload: JSON.parse(body) as ReceivedWebhook["payload"] });
      response.statusCode = answer;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const PHONE_NUMBER_ID = "100000000000001";
export const ACCOUNT_ID = "200000000000001";
export const APP_SECRET = "demo-app-secret";

export function buildChannel(webhookUrl: string, over: Partial<ChannelSettings> = {}): ChannelSettings {
  return {
    phoneNumberId: PHONE_NUMBER_ID,
    displayPhoneNumber: "+886 2 7700 0001",
    businessAccountId: ACCOUNT_ID,
    accessToken: "demo-access-token",
    appSecret: APP_SECRET,
    verifyToken: "demo-verify-token",
    webhookUrl,
    ...over,
  };
}

export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body;
}

const aText = { type: "text", text: "請問還有名額嗎？" };

/** A sandbox with quick timing whose webhooks arrive in order, its receiver, and short calls for both of its sides. */
export async function runSandbox(options: Partial<SandboxOptions> = {}) {
  const receiver = await startReceiver();
  const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const sandbox = await startSandbox({
    port: 0,
    host: "127.0.0.1",
    log: silent,
    timing: { sentMs: 5, deliveredMs: 15, readMs: 30 },
    retryDelaysMs: [20, 20, 20],
    webhooksAtOnce: 1,
    channels: [buildChannel(receiver.url)],
    ...options,
  });
  return {
    url: sandbox.url,
    receiver,
    /** A call of the control API. */
    control: (method: string, path: string, body?: unknown) =>
      callJson(`${sandbox.url}/sandbox/api${path}`, { method, body }),
    /** A Graph call with the demo token. */
    graph: (method: string, path: string, body?: unknown, token = "demo-access-token") =>
      callJson(`${sandbox.url}/v23.0${path}`, { method, body, token }),
    /** Sends a text; the answer's status and the message's id. */
    async send(to: string, fields: Record<string, unknown> = {}) {
      const text = { messaging_product: "whatsapp", to, type: "text", text: { body: "您好" } };
      const { status, body } = await callJson(`${sandbox.url}/v23.0/${PHONE_NUMBER_ID}/messages`, {
        method: "POST",
        body: { ...text, ...fields },
        token: "demo-access-token",
      });
      const [message] = (body.messages as { id: string }[] | undefined) ?? [];
      return { status, body, id: message?.id ?? "" };
    },
    /** A customer's text, which opens their 24 hours. */
    write: (customer: string, draft: Record<string, unknown> = aText) =>
      callJson(`${sandbox.url}/sandbox/api/customers/${customer}/messages`, { method: "POST", body: draft }),
    statusesOf: (id: string) =>
      receiver.received
        .flatMap(({ payload }) => valuesOf(payload).flatMap((value) => value.statuses ?? []))
        .filter((status) => status.id === id),
    inbound: () =>
      receiver.received.flatMap(({ payload }) => valuesOf(payload).flatMap((value) => value.messages ?? [])),
    async close() {
      await sandbox.close();
      await receiver.close();
    },
  };
}

export type RunningTestSandbox = Awaited<ReturnType<typeof runSandbox>>;

export function valuesOf(payload: ReceivedWebhook["payload"]): Value[] {
  return payload.entry.flatMap((entry) => entry.changes.map((change) => change.value));
}

async function callJson(
  url: string,
  { method, body, token }: { method: string; body?: unknown; token?: string },
): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> };
}

/** Graph's error of an answer. */
export function errorOf(answer: Answer): {
  code: number;
  message: string;
  error_subcode?: number;
  error_data: { details: string };
} {
  return (answer.body as { error: ReturnType<typeof errorOf> }).error;
}
