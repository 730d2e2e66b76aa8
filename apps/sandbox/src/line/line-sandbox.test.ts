import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { Ajv } from "ajv";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "../main.ts";

/** The fields of every event and of each kind, from webhook.yml of line-openapi 6e4c2a2a. */
const own = (type: string, required: string[], properties: object = {}) => ({
  type: "object",
  required: [...required],
  properties: { type: { const: type }, ...properties },
});
const webhook = {
  type: "object",
  required: ["destination", "events"],
  properties: {
    destination: { type: "string", minLength: 33, maxLength: 33, pattern: "^U[0-9a-f]{32}$" },
    events: {
      type: "array",
      items: {
        type: "object",
        required: ["type", "timestamp", "mode", "webhookEventId", "deliveryContext", "source"],
        properties: {
          timestamp: { type: "integer" },
          mode: { enum: ["active", "standby"] },
          webhookEventId: { type: "string", pattern: "^[0-9A-HJKMNP-TV-Z]{26}$" },
          deliveryContext: {
            type: "object",
            required: ["isRedelivery"],
            properties: { isRedelivery: { type: "boolean" } },
          },
        },
        oneOf: [
          own("message", ["replyToken", "message"], {
            message: {
              oneOf: [
                own("text", ["id", "text", "quoteToken"]),
                own("image", ["id", "contentProvider", "quoteToken"]),
                own("video", ["id", "contentProvider", "duration", "quoteToken"]),
                own("audio", ["id", "contentProvider", "duration"]),
                own("file", ["id", "fileName", "fileSize"]),
                own("sticker", ["id", "packageId", "stickerId", "stickerResourceType", "quoteToken"]),
                own("location", ["id", "latitude", "longitude"]),
              ],
            },
          }),
          own("follow", ["replyToken", "follow"], { follow: { type: "object", required: ["isUnblocked"] } }),
          own("unfollow", []),
          own("unsend", ["unsend"], { unsend: { type: "object", required: ["messageId"] } }),
          own("postback", ["replyToken", "postback"], { postback: { type: "object", required: ["data"] } }),
        ],
      },
    },
  },
};
const isWebhook = new Ajv({ strict: false }).compile(webhook);

let sandbox: RunningSandbox;
let received: { body: string; headers: IncomingHttpHeaders }[] = [];
let answers: number[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => (body += String(chunk)));
  request.on("end", () => {
    received.push({ body, headers: request.headers });
    response.writeHead(answers.shift() ?? 200).end();
  });
});
const account = {
  channelId: "2000000001",
  channelSecret: "secret",
  accessToken: "token",
  userId: `U${"0".repeat(32)}`,
  basicId: "@demo",
  displayName: "晨光",
};

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  sandbox = await startSandbox({
    port: 0,
    host: "127.0.0.1",
    channels: [],
    lineAccounts: [{ ...account, webhookUrl }],
    retryDelaysMs: [5, 5],
    log,
  });
});
afterAll(async () => {
  await sandbox.close();
  server.close();
});
beforeEach(() => {
  received = [];
  answers = [];
});

const act = (path: string, body: object = {}) =>
  fetch(`${sandbox.url}/sandbox/line/api/people/${encodeURIComponent("林佳穎")}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

test.each<[string, object]>([
  ["/messages", { type: "text", text: "您好" }],
  ...["image", "video", "audio", "file", "sticker", "location"].map((type): [string, object] => [
    "/messages",
    { type },
  ]),
  ["/postback", { data: "menu" }],
  ["/unfollow", {}],
  ["/follow", {}],
])("%s %j is told as LINE tells it, signed", async (path, body) => {
  await act(path, body);
  await expect.poll(() => received).toHaveLength(1);
  const [told] = received;
  expect(isWebhook(JSON.parse(told?.body ?? "")), JSON.stringify(isWebhook.errors)).toBe(true);
  const signature = createHmac("sha256", account.channelSecret)
    .update(told?.body ?? "")
    .digest("base64");
  expect(told?.headers["x-line-signature"]).toBe(signature);
});

test("a delivery that is not accepted is repeated with the same id and marked as redelivered", async () => {
  answers = [500];
  await act("/messages", { type: "text", text: "再說一次" });
  await expect.poll(() => received).toHaveLength(2);
  const [first, second] = received.map(({ body }) => JSON.parse(body) as { events: Record<string, unknown>[] });
  expect(second?.events[0]?.["webhookEventId"]).toBe(first?.events[0]?.["webhookEventId"]);
  expect(second?.events[0]?.["deliveryContext"]).toEqual({ isRedelivery: true });
});
