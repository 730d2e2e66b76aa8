import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { lineBody, lineMessage } from "./fixtures-for-tests.ts";
import {
  type DeliveryRow,
  type LineWebhookParts,
  lineWebhook,
  signatureFits,
  signatureOf,
  verifyUnclaimed,
} from "./webhook.ts";

const channel = { organizationId: "org", channelId: "ours", channelSecret: "line secret" };
let app: FastifyInstance;
let kept: DeliveryRow[] = [];
let unclaimed: Parameters<LineWebhookParts["storeUnclaimed"]>[0][] = [];

beforeAll(async () => {
  app = fastify();
  await app.register(
    lineWebhook({
      findChannel: async (address) => {
        // So does PostgreSQL.
        if (address.includes("\0")) throw new Error("invalid byte sequence");
        return address === "2000000001" ? channel : undefined;
      },
      store: {
        async append(rows) {
          kept.push(...rows);
        },
      },
      storeUnclaimed: async (call) => {
        unclaimed.push(call);
        return true;
      },
      log: { warn: () => undefined },
    }),
  );
});
afterAll(() => app.close());
beforeEach(() => {
  kept = [];
  unclaimed = [];
});

function post(body: string, given: { address?: string; signature?: string; type?: string } = {}) {
  return app.inject({
    method: "POST",
    url: `/api_webhook/Line/Callback/${given.address ?? "2000000001"}`,
    headers: {
      "content-type": given.type ?? "application/json; charset=utf-8",
      "x-line-signature": given.signature ?? signatureOf(Buffer.from(body), channel.channelSecret),
    },
    body,
  });
}

test("the signature of LINE's own library", () => {
  const body = Buffer.from('{"hello":"world"}');
  expect(signatureOf(body, "test_secret")).toBe("t7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM=");
  expect(signatureFits(body, "t7Hn4ZDHqs6e+wdvI5TyQIvzie0DmMUmuXEBqyyE/tM=", "test_secret")).toBe(true);
  expect(signatureFits(body, signatureOf(body, ""), "")).toBe(false);
});

test("each event is stored separately under its own id, even if redelivered", async () => {
  const [one, other] = [lineMessage({ type: "text", text: "一" }), lineMessage({ type: "text", text: "二" })];
  const again = { ...one, deliveryContext: { isRedelivery: true } };
  const answer = await post(JSON.stringify(lineBody(one, other, again)));
  expect(answer.statusCode).toBe(200);
  expect(kept.map(({ eventId }) => eventId)).toEqual([one["webhookEventId"], other["webhookEventId"]]);
  expect(kept[0]).toMatchObject({ organizationId: "org", channelId: "ours", payload: { events: [one] } });
});

test("the console's verification has no events", async () => {
  expect((await post(JSON.stringify(lineBody()))).statusCode).toBe(200);
  expect(kept).toEqual([]);
});

describe("refused without a reason:", () => {
  const body = JSON.stringify(lineBody(lineMessage({ type: "text", text: "x" })));
  test.each([
    ["another secret", { signature: signatureOf(Buffer.from(body), "other") }],
    ["no signature", { signature: "" }],
    ["rubbish for a signature", { signature: "AAAA" }],
    ["an unknown channel", { address: "2000000002" }],
    ["a path for a channel", { address: "..%2f..%2fetc" }],
    ["what no database can be asked for", { address: "%00" }],
  ])("%s", async (_name, given) => {
    const answer = await post(body, given);
    expect([answer.statusCode, answer.body]).toEqual([401, ""]);
    expect(kept).toEqual([]);
  });
});

test.each([
  "",
  "null",
  "7",
  "[]",
  '"text"',
  "{",
  "\u0000",
  '{"events":7}',
  '{"events":[null,7,"x",[]]}',
  '{"__proto__":{"a":1}}',
])("a signed body is never refused: %j", async (body) => {
  expect((await post(body, { type: "text/weird" })).statusCode).toBe(200);
});

test("a call for an unknown channel is kept with its bytes, and read once the secret fits", async () => {
  const event = lineMessage({ type: "text", text: "早到的訊息" });
  const answer = await post(JSON.stringify(lineBody(event)), { address: "2000000009" });
  expect(answer.statusCode).toBe(401);
  expect(unclaimed).toMatchObject([{ names: ["2000000009"] }]);
  const [call] = unclaimed;
  if (!call) throw new Error("Nothing was kept");
  const access = (channelSecret: string) => ({ externalId: "2000000009", settings: {}, secrets: { channelSecret } });
  expect(verifyUnclaimed(access("another secret"), call)).toBeNull();
  expect(verifyUnclaimed(access(""), call)).toBeNull();
  expect(verifyUnclaimed(access(channel.channelSecret), call)).toMatchObject([{ eventId: event["webhookEventId"] }]);
});

test("a call not signed with its channel's secret is kept too, until the secret is corrected", async () => {
  const body = JSON.stringify(lineBody(lineMessage({ type: "text", text: "密鑰換了之後的訊息" })));
  const answer = await post(body, { signature: signatureOf(Buffer.from(body), "reissued secret") });
  expect(answer.statusCode).toBe(401);
  expect(kept).toEqual([]);
  const [call] = unclaimed;
  if (!call) throw new Error("Nothing was kept");
  expect(call.names).toEqual(["2000000001"]);
  const access = { externalId: "2000000001", settings: {}, secrets: { channelSecret: "reissued secret" } };
  expect(verifyUnclaimed(access, call)).toHaveLength(1);
});

test("a call without events, or with a strange address, is not kept", async () => {
  await post(JSON.stringify(lineBody()), { address: "2000000009" });
  await post(JSON.stringify(lineBody(lineMessage({ type: "text", text: "x" }))), { address: "a%20b" });
  expect(unclaimed).toEqual([]);
});
