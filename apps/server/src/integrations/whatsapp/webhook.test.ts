import fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { callbackPath } from "./config.ts";
import { parse } from "./parse.ts";
import { type DeliveryRow, signatureOf, type UnclaimedCall, verifyUnclaimed, whatsappWebhook } from "./webhook.ts";
import type { WebhookChannel } from "./webhook-channels.ts";

const north: WebhookChannel = {
  organizationId: "org-1",
  channelId: "north",
  externalId: "100000000000001",
  businessAccountId: "200000000000001",
  appSecret: "secret-of-app-one",
  verifyToken: "token-one",
};
const south = { ...north, channelId: "south", externalId: "100000000000002", verifyToken: "token-two" };
const stranger: WebhookChannel = {
  organizationId: "org-2",
  channelId: "stranger",
  externalId: "100000000000009",
  businessAccountId: "200000000000009",
  appSecret: "secret-of-another-app",
  verifyToken: "token-three",
};

let app: FastifyInstance;
let known: WebhookChannel[];
let kept: DeliveryRow[];
let warnings: string[];
let unclaimed: UnclaimedCall[];
let failToKeep: boolean;

beforeEach(async () => {
  known = [north, south, stranger];
  kept = [];
  warnings = [];
  unclaimed = [];
  failToKeep = false;
  app = fastify();
  // What the rest of the API does with JSON must not reach the webhook, nor the other way round.
  app.post("/api_users/echo", async (request) => request.body);
  await app.register(
    whatsappWebhook({
      channels: {
        findByExternalIds: async (numbers, accounts) => {
          // So does PostgreSQL.
          if ([...numbers, ...accounts].join().includes("\0")) throw new Error("invalid byte sequence");
          return known.filter((each) => numbers.includes(each.externalId) || accounts.includes(each.businessAccountId));
        },
        credentials: async () => known,
      },
      store: {
        append: async (rows) => {
          if (failToKeep) throw new Error("the database is away");
          kept.push(...rows);
        },
      },
      storeUnclaimed: async (call) => {
        unclaimed.push(call);
        return true;
      },
      log: { warn: (facts, text) => warnings.push(`${text} ${JSON.stringify(facts)}`) },
    }),
  );
});

afterEach(() => app.close());

describe("a delivery for a number that no channel has", () => {
  const access = (of: WebhookChannel, appSecret = of.appSecret) => ({
    externalId: of.externalId,
    settings: { businessAccountId: of.businessAccountId },
    secrets: { appSecret },
  });

  test("is kept unchanged, and read once the channel's secret fits", async () => {
    known = [];
    const answer = await deliver(bodyOf(change(north, [text("m1", "one"), text("m2", "two")])));
    // As for a wrong signature: the answer does not tell which numbers are ours.
    expect(answer.statusCode).toBe(401);
    expect(kept).toEqual([]);
    expect(unclaimed).toMatchObject([{ names: [north.externalId] }]);
    const [call] = unclaimed;
    if (!call) throw new Error("Nothing was kept");
    expect(verifyUnclaimed(access(north, "another secret"), call)).toBeNull();
    expect(verifyUnclaimed(access(north, ""), call)).toBeNull();
    expect(verifyUnclaimed(access(north), call)?.map(({ eventId }) => eventId)).toEqual(["m1", "m2"]);
  });

  test("is also kept if the channel's secret does not match, until it is corrected", async () => {
    const body = bodyOf(change(north, [text("m1", "one")]));
    const raw = JSON.stringify(body);
    const answer = await deliverRaw(raw, signatureOf(Buffer.from(raw), "reset secret"));
    expect(answer.statusCode).toBe(401);
    expect(kept).toEqual([]);
    expect(unclaimed).toMatchObject([{ names: [north.externalId] }]);
    const [call] = unclaimed;
    if (!call) throw new Error("Nothing was kept");
    expect(verifyUnclaimed(access(north), call)).toBeNull();
    expect(verifyUnclaimed(access(north, "reset secret"), call)?.map(({ eventId }) => eventId)).toEqual(["m1"]);
  });

  test("is kept along with events for known channels, and each channel gets its own", async () => {
    known = [north];
    await deliver(bodyOf(change(north, [text("m1", "one")]), change(south, [text("m2", "two")])));
    expect(kept.map(({ eventId }) => eventId)).toEqual(["m1"]);
    expect(unclaimed).toMatchObject([{ names: [south.externalId] }]);
    const [call] = unclaimed;
    if (!call) throw new Error("Nothing was kept");
    expect(verifyUnclaimed(access(south), call)?.map(({ eventId }) => eventId)).toEqual(["m2"]);
  });

  test("without a signature is not kept", async () => {
    known = [];
    await deliverRaw(JSON.stringify(bodyOf(change(north, [text("m1", "one")]))), undefined);
    expect(unclaimed).toEqual([]);
  });
});

describe("a delivery", () => {
  test("is stored before it is answered, one row for each event", async () => {
    const answer = await deliver(bodyOf(change(north, [text("m1", "one"), text("m2", "two")])));
    expect(answer.statusCode).toBe(200);
    expect(kept.map(({ organizationId, channelId, eventId }) => [organizationId, channelId, eventId])).toEqual([
      ["org-1", "north", "m1"],
      ["org-1", "north", "m2"],
    ]);
    expect(kept.flatMap(({ payload }) => parse(payload))).toMatchObject([{ text: "one" }, { text: "two" }]);
  });

  test("is verified on its raw bytes, with escaped slashes and non-ASCII characters", async () => {
    const raw = JSON.stringify(bodyOf(change(north, [text("m1", "café 👋 </a>")])))
      .replaceAll("/", "\\/")
      .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
    expect(raw).toContain("\\ud83d");
    expect((await deliverRaw(raw, signatureOf(Buffer.from(raw), north.appSecret))).statusCode).toBe(200);
    expect(parse(kept[0]?.payload)).toMatchObject([{ text: "café 👋 </a>" }]);
  });

  test.each([
    ["another app's secret", (raw: string) => signatureOf(Buffer.from(raw), stranger.appSecret)],
    ["a signature of other bytes", (raw: string) => signatureOf(Buffer.from(`${raw} `), north.appSecret)],
    ["no key", (raw: string) => signatureOf(Buffer.from(raw), "")],
    ["no signature", () => undefined],
    ["an unusable signature", () => "sha256=zz"],
    ["an old kind of signature", () => "sha1=da39a3ee5e6b4b0d3255bfef95601890afd80709"],
  ])("is refused with %s", async (_name, sign) => {
    const raw = JSON.stringify(bodyOf(change(north, [text("m1", "one")])));
    const answer = await deliverRaw(raw, sign(raw));
    expect(answer.statusCode).toBe(401);
    expect(kept).toEqual([]);
  });

  test("for a channel without a secret is refused, with any signature", async () => {
    known = [{ ...north, appSecret: "" }];
    expect((await deliver(bodyOf(change(north, [text("m1", "one")])), "")).statusCode).toBe(401);
    expect(kept).toEqual([]);
  });

  test("with invalid ids, or more than Meta ever sends, belongs to no channel", async () => {
    const named = (ids: readonly string[]) =>
      deliver(bodyOf(...ids.map((externalId) => change({ ...stranger, externalId }, [text("m1", "one")]))));
    expect((await named(["1\u00002"])).statusCode).toBe(200);
    const many = Array.from({ length: 1001 }, (_, index) => String(index));
    expect((await named([...many, north.externalId])).statusCode).toBe(200);
    expect(kept).toEqual([]);
    expect(warnings).toHaveLength(2);
  });

  test("of several numbers of one app reaches each", async () => {
    await deliver(bodyOf(change(north, [text("m1", "one")]), change(south, [text("m1", "two")])));
    expect(kept.map(({ channelId, eventId }) => `${channelId} ${eventId}`)).toEqual(["north m1", "south m1"]);
  });

  test("that names another app's number is accepted only for its own app", async () => {
    const body = bodyOf(change(stranger, [text("evil", "hello")]), change(north, [text("m1", "one")]));
    expect((await deliver(body, stranger.appSecret)).statusCode).toBe(200);
    expect(kept.map(({ channelId, eventId }) => `${channelId} ${eventId}`)).toEqual(["stranger evil"]);
    expect(warnings.join()).toContain("no channel of this app");
  });

  test("with repetitions, sent twice at once, is stored as it is", async () => {
    const body = bodyOf(change(north, [text("m1", "one"), text("m1", "one")]));
    await Promise.all([deliver(body), deliver(body)]);
    expect(kept.map(({ eventId }) => eventId)).toEqual(["m1", "m1"]);
  });

  test("for a number that we do not know is answered with 200 and logged without its content", async () => {
    const unknown = { ...north, externalId: "999", businessAccountId: "998" };
    expect((await deliver(bodyOf(change(unknown, [text("m1", "private words")])))).statusCode).toBe(200);
    expect(kept).toEqual([]);
    expect(warnings).toHaveLength(1);
    expect(warnings.join()).not.toContain("private words");
  });

  test("with a wrong signature gets the same answer whether the number is ours or not", async () => {
    const unknown = { ...north, externalId: "999", businessAccountId: "998" };
    const answers = await Promise.all(
      [north, unknown].map((number) => deliver(bodyOf(change(number, [text("m1", "one")])), "nobody's secret")),
    );
    const [ours, others] = answers.map(({ statusCode, body, headers: { date: _date, ...headers } }) => ({
      statusCode,
      body,
      headers,
    }));
    expect(ours?.statusCode).toBe(401);
    expect(others).toEqual(ours);
    expect(kept).toEqual([]);
  });

  test("about an account goes to each of its numbers", async () => {
    const value = { event: "APPROVED", message_template_name: "welcome" };
    await deliver(accountBody(north.businessAccountId, { field: "message_template_status_update", value }));
    expect(kept.map(({ channelId }) => channelId)).toEqual(["north", "south"]);
    expect(kept[0]?.eventId).toMatch(/^message_template_status_update:[0-9a-f]{64}$/);
  });

  test("with an unreadable part stores that part once, under the account's first channel", async () => {
    await deliver({ object: "whatsapp_business_account", entry: [{ id: north.businessAccountId, surprise: true }] });
    expect(kept.map(({ channelId, eventId }) => [channelId, eventId.split(":")[0]])).toEqual([["north", "unreadable"]]);
  });

  test.each(["", "null", "[]", "not json", '{"entry":{}}', '"text"', "{}"])(
    "of nothing that we can follow is answered with 200: %s",
    async (raw) => {
      const answer = await deliverRaw(raw, signatureOf(Buffer.from(raw), north.appSecret));
      expect(answer.statusCode).toBe(200);
      expect(kept).toEqual([]);
    },
  );

  test.each([null, "text/plain", "application/json; charset=utf-8", "application/x-www-form-urlencoded", "nonsense"])(
    "may call its content what it likes: %s",
    async (contentType) => {
      const raw = JSON.stringify(bodyOf(change(north, [text("m1", "one")])));
      const answer = await deliverRaw(raw, signatureOf(Buffer.from(raw), north.appSecret), contentType);
      expect(answer.statusCode).toBe(200);
      expect(kept).toHaveLength(1);
    },
  );

  test("that cannot be stored is not acknowledged", async () => {
    failToKeep = true;
    expect((await deliver(bodyOf(change(north, [text("m1", "one")])))).statusCode).toBe(500);
  });

  test("is at most 3 MB large", async () => {
    const fits = bodyOf(change(north, [text("m1", "x".repeat(2_900_000))]));
    expect((await deliver(fits)).statusCode).toBe(200);
    expect((await deliver(bodyOf(change(north, [text("m2", "x".repeat(3_200_000))])))).statusCode).toBe(413);
  });

  test("leaves the parsing of other routes alone", async () => {
    const answer = await app.inject({ method: "POST", url: "/api_users/echo", payload: { a: 1 } });
    expect(answer.json()).toEqual({ a: 1 });
  });
});

describe("the handshake", () => {
  const ask = (query: Record<string, string | string[]>) => app.inject({ method: "GET", url: callbackPath, query });

  test.each(["token-one", "token-three"])(
    "echoes the challenge as plain text for any channel's token: %s",
    async (token) => {
      const answer = await ask({
        "hub.mode": "subscribe",
        "hub.verify_token": token,
        "hub.challenge": "<b>1158201444</b>",
      });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-type"]).toContain("text/plain");
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.body).toBe("<b>1158201444</b>");
    },
  );

  test.each([
    { "hub.mode": "subscribe", "hub.verify_token": "token-four", "hub.challenge": "1" },
    { "hub.mode": "subscribe", "hub.verify_token": "", "hub.challenge": "1" },
    { "hub.mode": "unsubscribe", "hub.verify_token": "token-one", "hub.challenge": "1" },
    { "hub.mode": "subscribe", "hub.verify_token": ["token-one", "token-two"], "hub.challenge": "1" },
    { "hub.mode": "subscribe", "hub.verify_token": "token-one" },
    {},
  ])("refuses %j", async (query) => {
    const answer = await ask(query as Record<string, string | string[]>);
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toBe("");
  });

  test("refuses an empty token even if a channel has none", async () => {
    known = [{ ...north, verifyToken: "" }];
    const answer = await ask({ "hub.mode": "subscribe", "hub.verify_token": "", "hub.challenge": "1" });
    expect(answer.statusCode).toBe(403);
  });
});

function deliver(body: unknown, secret = north.appSecret) {
  const raw = JSON.stringify(body);
  return deliverRaw(raw, signatureOf(Buffer.from(raw), secret));
}

function deliverRaw(raw: string, signature: string | undefined, contentType: string | null = "application/json") {
  const headers = {
    ...(contentType !== null && { "content-type": contentType }),
    ...(signature !== undefined && { "x-hub-signature-256": signature }),
  };
  return app.inject({ method: "POST", url: callbackPath, payload: Buffer.from(raw), headers });
}

function text(id: string, body: string) {
  return { from: "85291234567", id, timestamp: "1763600000", type: "text", text: { body } };
}

function change(channel: WebhookChannel, messages: unknown[]) {
  const metadata = { display_phone_number: "85230001234", phone_number_id: channel.externalId };
  const value = {
    messaging_product: "whatsapp",
    metadata,
    contacts: [{ profile: { name: "Kit" }, wa_id: "85291234567" }],
    messages,
  };
  return { account: channel.businessAccountId, field: "messages", value };
}

function bodyOf(...changes: { account: string; field: string; value: unknown }[]) {
  const entry = changes.map(({ account, field, value }) => ({ id: account, changes: [{ field, value }] }));
  return { object: "whatsapp_business_account", entry };
}

function accountBody(id: string, change: { field: string; value: unknown }) {
  return { object: "whatsapp_business_account", entry: [{ id, time: 1763600000, changes: [change] }] };
}
