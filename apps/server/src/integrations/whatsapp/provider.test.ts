import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ChannelAccess, type OutboundMessage, ProviderFailure } from "#modules/inbox/port";
import { callGraph } from "./client.ts";
import { type GraphServer, graphError, json, startGraphServer } from "./graph-for-tests.ts";
import { whatsappProvider } from "./provider.ts";

const channel: ChannelAccess = {
  externalId: "100000000000001",
  settings: { businessAccountId: "200000000000001" },
  secrets: { accessToken: "demo-access-token", appSecret: "demo-app-secret" },
};
const message: OutboundMessage = {
  id: "0199d1c2-3b4a-7c5d-8e6f-001122334455",
  to: { phone: "85291234567" },
  content: { kind: "text", text: "星期六 10:00 見 👋", previewUrl: false },
};

let graph: GraphServer;

beforeEach(async () => {
  graph = await startGraphServer();
  graph.answer((_request, response) => json(response, 200, { messages: [{ id: "wamid.new" }] }));
});

afterEach(() => graph.close());

const send = (changes: Partial<OutboundMessage> = {}, as = channel) =>
  whatsappProvider(graph.url).send(as, { ...message, ...changes });

const sentBody = () => JSON.parse(graph.seen[0]?.body ?? "null");

const shown = (retailerId: string) => ({
  retailerId,
  name: "鋼琴班",
  description: "",
  price: "HK$1,200",
  url: "",
  picture: null,
});

describe("sending", () => {
  test("sends the message from its channel and returns its id", async () => {
    expect(await send()).toEqual({ providerMessageId: "wamid.new" });
    expect(graph.seen[0]).toMatchObject({ method: "POST", url: "/v23.0/100000000000001/messages" });
    expect(graph.seen[0]?.headers).toMatchObject({
      authorization: "Bearer demo-access-token",
      "user-agent": "homeroom/2.12.0",
      "content-type": "application/json",
    });
    expect(sentBody()).toEqual({
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to: "85291234567",
      biz_opaque_callback_data: message.id,
      type: "text",
      text: { body: "星期六 10:00 見 👋", preview_url: false },
    });
  });

  test("goes to the number, or to the user id of somebody without one", async () => {
    await send({ to: { userId: "HK.5550001" } });
    expect(sentBody()).toMatchObject({ recipient: "HK.5550001" });
    expect(sentBody()).not.toHaveProperty("to");
    await send({ to: { userId: "HK.5550001", phone: "85291234567" } });
    expect(JSON.parse(graph.seen[1]?.body ?? "")).toMatchObject({ to: "85291234567" });
  });

  test("quotes", async () => {
    await send({ quotedId: "wamid.theirs" });
    expect(sentBody()).toMatchObject({ context: { message_id: "wamid.theirs" } });
  });

  test.each([
    [
      { kind: "image", mediaId: "m1", caption: "課室" },
      { type: "image", image: { id: "m1", caption: "課室" } },
    ],
    [
      { kind: "image", mediaId: "m1", caption: "" },
      { type: "image", image: { id: "m1" } },
    ],
    [
      { kind: "document", mediaId: "m2", fileName: "報名表.pdf", caption: "請填寫" },
      { type: "document", document: { id: "m2", filename: "報名表.pdf", caption: "請填寫" } },
    ],
    [
      { kind: "products", text: "", heading: "旺角校", catalogueId: "300", products: [shown("P-1")] },
      {
        type: "interactive",
        interactive: { type: "product", action: { catalog_id: "300", product_retailer_id: "P-1" } },
      },
    ],
    [
      { kind: "products", text: "", heading: "旺角校", catalogueId: "300", products: [shown("P-1"), shown("P-2")] },
      {
        type: "interactive",
        interactive: {
          type: "product_list",
          header: { type: "text", text: "旺角校" },
          body: { text: "鋼琴班\n鋼琴班" },
          action: {
            catalog_id: "300",
            sections: [
              { title: "旺角校", product_items: [{ product_retailer_id: "P-1" }, { product_retailer_id: "P-2" }] },
            ],
          },
        },
      },
    ],
    [
      { kind: "audio", mediaId: "m3", caption: "never" },
      { type: "audio", audio: { id: "m3" } },
    ],
    [
      { kind: "sticker", mediaId: "m4" },
      { type: "sticker", sticker: { id: "m4" } },
    ],
    [
      { kind: "location", latitude: 25.03, longitude: 121.5, name: "大安校", address: "信義路" },
      { type: "location", location: { latitude: 25.03, longitude: 121.5, name: "大安校", address: "信義路" } },
    ],
    [
      { kind: "location", latitude: 25.03, longitude: 121.5, name: "大安校", address: "" },
      { type: "location", location: { latitude: 25.03, longitude: 121.5, name: "大安校" } },
    ],
    [
      { kind: "template", name: "trial", language: "zh_HK", components: [{ type: "body", parameters: [] }] },
      {
        type: "template",
        template: {
          name: "trial",
          language: { code: "zh_HK", policy: "deterministic" },
          components: [{ type: "body", parameters: [] }],
        },
      },
    ],
  ] as [OutboundMessage["content"], object][])("knows %j", async (content, expected) => {
    await send({ content });
    const { messaging_product, recipient_type, to, biz_opaque_callback_data, ...rest } = sentBody();
    expect([messaging_product, recipient_type, to, biz_opaque_callback_data]).not.toContain(undefined);
    expect(rest).toEqual(expected);
  });

  test("refuses a recipient without any id, without a call", async () => {
    expect(await failureOf(send({ to: { name: "Kit" } }))).toMatchObject({
      error: { reason: "recipientInvalid" },
      unsure: false,
    });
    expect(graph.seen).toEqual([]);
  });

  test.each(["", "  ", "line\nbreak", "ключ"])("makes no call without a usable token: %j", async (accessToken) => {
    const failure = await failureOf(send({}, { ...channel, secrets: { accessToken } }));
    expect(failure).toMatchObject({
      error: { class: "reauthorise", reason: "tokenMissing", stops: "channel" },
      unsure: false,
    });
    expect(graph.seen).toEqual([]);
  });

  test.each(["../200", "1/2", "1?x=1", "", ".."])(
    "never lets an id lead to another resource: %j",
    async (externalId) => {
      expect((await failureOf(send({}, { ...channel, externalId }))).error.reason).toBe("badRequest");
      expect(graph.seen).toEqual([]);
    },
  );
});

describe("a refused message", () => {
  test("is classified, and certainly was not sent", async () => {
    graph.answer((_request, response) => json(response, 400, graphError(131047)));
    expect(await failureOf(send())).toMatchObject({
      unsure: false,
      error: {
        class: "permanent",
        code: "131047",
        reason: "windowClosed",
        detail: "(#131047) It did not work: Because.",
      },
    });
  });

  test("with an error of Graph's own is not unsure, even with 500", async () => {
    graph.answer((_request, response) => json(response, 500, graphError(131000)));
    expect(await failureOf(send())).toMatchObject({ unsure: false, error: { class: "retryable" } });
  });

  test("does not reveal the token", async () => {
    graph.answer((_request, response) =>
      json(response, 401, graphError(190, { message: "bad token demo-access-token" })),
    );
    const failure = await failureOf(send());
    expect(failure.error).toMatchObject({
      class: "reauthorise",
      reason: "tokenExpired",
      detail: "bad token [secret]: Because.",
    });
    expect(`${failure.message} ${failure.stack} ${JSON.stringify(failure)}`).not.toContain("demo-access-token");
  });

  test.each([
    [{ "retry-after": "30" }, 30_000],
    [{ "x-business-use-case-usage": '{"200":[{"type":"whatsapp","estimated_time_to_regain_access":7}]}' }, 7 * 60_000],
    [{ "x-business-use-case-usage": "not json" }, 5_000],
    [{ "retry-after": "99999999" }, 24 * 3_600_000],
  ])("waits as long as it is asked to: %j", async (headers, expected) => {
    graph.answer((_request, response) => json(response, 429, graphError(130429), headers));
    expect((await failureOf(send())).error.retryAfterMs).toBe(expected);
  });
});

describe("a message whose answer is lost", () => {
  test.each([
    ["a connection that breaks", (_: unknown, response: { destroy(): void }) => response.destroy()],
    ["a bad gateway", (_: unknown, response: never) => json(response, 502, "<html>")],
    ["an answer that is cut off", breakHalfWay],
    ["a success without an id", (_: unknown, response: never) => json(response, 200, { messages: [] })],
    ["a success that is no JSON", (_: unknown, response: { end(text: string): void }) => response.end("OK")],
  ])("is unsure: %s", async (_name, handler) => {
    graph.answer(handler as Parameters<GraphServer["answer"]>[0]);
    expect(await failureOf(send())).toMatchObject({ unsure: true, error: { class: "retryable" } });
    expect(graph.seen).toHaveLength(1);
  });

  test("is unsure when none comes in time", async () => {
    graph.answer(() => undefined);
    const config = { apiUrl: graph.url, callTimeoutMs: 50 };
    const call = { method: "POST", path: "1/messages", body: {}, repeatable: false } as const;
    expect(await failureOf(callGraph(config, channel, call))).toMatchObject({
      unsure: true,
      error: { reason: "noAnswer", code: "TIMEOUT" },
    });
  });

  test("is not unsure if the connection was refused", async () => {
    await graph.close();
    const failure = await failureOf(send());
    expect(failure).toMatchObject({
      unsure: false,
      error: { class: "retryable", reason: "unreachable", code: "ECONNREFUSED" },
    });
    graph = await startGraphServer();
  });

  test("is not unsure if the host is unknown", async () => {
    const failure = await failureOf(whatsappProvider("http://nowhere.invalid").send(channel, message));
    expect(failure).toMatchObject({ unsure: false, error: { reason: "unreachable" } });
  });

  test("does not follow a redirect", async () => {
    graph.answer((_request, response) => {
      response.writeHead(307, { location: "/v23.0/elsewhere/messages" }).end();
    });
    expect(await failureOf(send())).toMatchObject({ unsure: false });
    expect(graph.seen).toHaveLength(1);
  });
});

describe("marking as read", () => {
  test("names the message", async () => {
    graph.answer((_request, response) => json(response, 200, { success: true }));
    await whatsappProvider(graph.url).markRead(channel, "wamid.theirs");
    expect(sentBody()).toEqual({ messaging_product: "whatsapp", status: "read", message_id: "wamid.theirs" });
  });

  test("can be repeated, so it is never unsure", async () => {
    graph.answer((_request, response) => response.destroy());
    const failure = await failureOf(whatsappProvider(graph.url).markRead(channel, "wamid.theirs"));
    expect(failure).toMatchObject({ unsure: false, error: { class: "retryable" } });
  });
});

async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ProviderFailure);
  return failure as ProviderFailure;
}

function breakHalfWay(
  _request: unknown,
  response: { writeHead(status: number, headers: object): void; write(text: string): void; destroy(): void },
) {
  response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
  response.write('{"messages":[{"id":"wam');
  setTimeout(() => response.destroy(), 20);
}
