import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text as requestText } from "node:stream/consumers";
import { type RunningSandbox, startSandbox } from "@homeroom/sandbox/main";
import { lineAccounts } from "@homeroom/server/integrations/line/account";
import { lineProvider } from "@homeroom/server/integrations/line/provider";
import { type ChannelAccess, type OutboundContent, ProviderFailure } from "@homeroom/server/modules/inbox/port";
import { v7 } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

const account = {
  channelId: "2000000001",
  channelSecret: "demo-line-secret",
  accessToken: "demo-line-access-token",
  userId: `U${"0".repeat(32)}`,
  basicId: "@demo",
  displayName: "晨光",
  webhookUrl: "http://127.0.0.1:9/",
};
const channel: ChannelAccess = {
  externalId: account.channelId,
  settings: {},
  secrets: { accessToken: account.accessToken, channelSecret: account.channelSecret },
};
let sandbox: RunningSandbox;
let friend: string;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    host: "127.0.0.1",
    channels: [],
    lineAccounts: [account],
    retryDelaysMs: [],
    log: silent,
  });
  friend = ((await api("GET", "/state")) as { people: { userId: string }[] }).people[0]?.userId ?? "";
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await api("DELETE", "/forced");
  await api("PATCH", "/accounts/2000000001", { quotaUsed: 0, quotaLimit: 500, tokenRevoked: false });
});

async function api(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${sandbox.url}/sandbox/line/api${path}`, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

const provider = () => lineProvider(sandbox.url, sandbox.url);
const text = (words: string): OutboundContent => ({ kind: "text", text: words, previewUrl: false });
const send = (content: OutboundContent, id = v7(), userId = friend) =>
  provider().send(channel, { id, to: { userId }, content });

async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ProviderFailure);
  return failure as ProviderFailure;
}

interface LineMessage {
  id: string;
  from: string;
  by?: string;
  body: { type: string; text?: string };
  quotedMessageId?: string;
}

async function chat(): Promise<LineMessage[]> {
  return ((await api("GET", `/people/${friend}/messages`)) as { messages: [] }).messages;
}

describe("a push", () => {
  test("whose answer was lost is sent once: at the retry LINE says that it has it", async () => {
    await api("POST", "/forced", { what: "cut" });
    const id = v7();
    const lost = await failureOf(send(text("只說一次"), id));
    expect([lost.error.class, lost.unsure]).toEqual(["retryable", false]);
    const { providerMessageId } = await send(text("只說一次"), id);
    expect(providerMessageId).toMatch(/^\d+$/);
    expect((await chat()).filter(({ body }) => body.text === "只說一次")).toHaveLength(1);
  });

  test.each([
    [400, "permanent", "badRequest", "message"],
    [401, "reauthorise", "tokenExpired", "channel"],
    [403, "reauthorise", "permissionMissing", "channel"],
    [429, "rate-limited", "sendingTooFast", "channel"],
    ["quota", "permanent", "quotaUsedUp", "message"],
    [500, "retryable", "providerUnavailable", "message"],
  ] as const)("that LINE answers with %s", async (what, errorClass, reason, stops) => {
    await api("POST", "/forced", { what });
    const { error, unsure, message } = await failureOf(send(text("您好")));
    expect([error.class, error.reason, error.stops, unsure]).toEqual([errorClass, reason, stops, false]);
    expect(JSON.stringify(error) + message).not.toContain(account.accessToken);
  });

  test("to nobody", async () => {
    expect((await failureOf(send(text("您好"), v7(), "nobody"))).error.reason).toBe("recipientInvalid");
    expect((await failureOf(send(text("您好"), v7(), `U${"f".repeat(32)}`))).error.reason).toBe("recipientInvalid");
  });

  test.each([undefined, "", "line\nbreak"])("without a usable token (%j) is not sent", async (accessToken) => {
    const secrets: Record<string, string> = accessToken === undefined ? {} : { accessToken };
    const access = { ...channel, secrets };
    const message = { id: v7(), to: { userId: friend }, content: text("您好") };
    expect((await failureOf(provider().send(access, message))).error.reason).toBe("tokenMissing");
  });
});

describe("what LINE receives", () => {
  const file = { mediaId: "", fileName: "課表.pdf", address: "https://school.test/api_basic/File/Get?id=1" };
  test.each<[OutboundContent, object]>([
    [
      { kind: "image", ...file },
      { type: "image", originalContentUrl: file.address, previewImageUrl: file.address },
    ],
    [
      { kind: "document", ...file },
      { type: "text", text: `課表.pdf\n${file.address}` },
    ],
    [
      { kind: "audio", ...file, contentType: "audio/mp4", durationMs: 900 },
      { type: "audio", duration: 900 },
    ],
    [{ kind: "audio", ...file, contentType: "audio/ogg", durationMs: 900 }, { type: "text" }],
    [{ kind: "audio", ...file, contentType: "audio/aac", durationMs: 900 }, { type: "text" }],
    [{ kind: "audio", ...file, contentType: "audio/mpeg" }, { type: "text" }],
    [{ kind: "video", ...file, previewAddress: "https://school.test/p.png" }, { type: "video" }],
    [
      { kind: "sticker", mediaId: "446/1988" },
      { type: "sticker", packageId: "446", stickerId: "1988" },
    ],
    [
      { kind: "location", latitude: 25, longitude: 121, name: "大安校", address: "信義路" },
      { type: "location", title: "大安校", address: "信義路", latitude: 25, longitude: 121 },
    ],
    [
      { kind: "location", latitude: 25, longitude: 121, name: "大安校", address: "" },
      { type: "location", title: "大安校", address: "大安校" },
    ],
    [
      { kind: "interactive", text: "想了解什麼？", buttons: [{ label: "課程", kind: "message", value: "課程" }] },
      { type: "template", template: { type: "buttons", actions: [{ type: "message", label: "課程" }] } },
    ],
  ])("for %j", async (content, body) => {
    await send(content);
    expect((await chat()).at(-1)?.body).toMatchObject(body);
  });

  test("text with a picture or a video as a message of its own, which carries the quote", async () => {
    const { quoteToken = "" } = await send(text("哪一天？"));
    const before = (await chat()).length;
    const to = { userId: friend };
    const content: OutboundContent = { kind: "image", ...file, caption: "週六的教室" };
    const { providerMessageId } = await provider().send(channel, { id: v7(), to, content, quotedToken: quoteToken });
    const [picture, words] = (await chat()).slice(before);
    expect([picture?.id, picture?.body.type, words?.body.text]).toEqual([providerMessageId, "image", "週六的教室"]);
    expect([picture?.quotedMessageId, typeof words?.quotedMessageId]).toEqual([undefined, "string"]);
    const token = await replyToken();
    const messages = [content, text("再見")].map((one) => ({ id: v7(), to, content: one }));
    const sent = await provider().reply?.(channel, { token, messages });
    const said = (await chat()).slice(-3);
    expect(said.map(({ body }) => body.type)).toEqual(["image", "text", "text"]);
    expect(sent).toMatchObject([{ providerMessageId: said[0]?.id }, { providerMessageId: said[2]?.id }]);
  });

  test("a video that is not MP4 as a link", async () => {
    const content: OutboundContent = { kind: "video", ...file, contentType: "video/3gpp", caption: "表演" };
    await send({ ...content, previewAddress: "https://school.test/p.png" });
    expect((await chat()).at(-1)?.body).toEqual({ type: "text", text: `表演\n課表.pdf\n${file.address}` });
  });

  test("a file that LINE cannot fetch is refused by us", async () => {
    const failure = await failureOf(send({ kind: "image", ...file, address: "http://school.test/file" }));
    expect(failure.error.reason).toBe("addressNotPublic");
  });
});

test("sent messages can be quoted: LINE returns a token for the kinds that have one", async () => {
  const own = await send(text("我們說的"));
  const place = await send({ kind: "location", latitude: 25, longitude: 121, name: "大安校", address: "信義路" });
  expect([typeof own.quoteToken, place.quoteToken]).toEqual(["string", undefined]);
  const message = { id: v7(), to: { userId: friend }, content: text("補充一下"), quotedToken: own.quoteToken ?? "" };
  await provider().send(channel, message);
  expect((await chat()).at(-1)).toMatchObject({ quotedMessageId: own.providerMessageId });
  const again = await provider().reply?.(channel, { token: await replyToken(), messages: [{ ...message, id: v7() }] });
  expect(again).toMatchObject([{ quoteToken: expect.any(String) as string }]);
});

test("a reply is free, sent in one call, and only once", async () => {
  const token = await replyToken();
  const messages = ["一", "二"].map((words) => ({ id: v7(), to: { userId: friend }, content: text(words) }));
  const answer = await provider().reply?.(channel, { token, messages });
  expect(answer).toHaveLength(2);
  expect((await chat()).slice(-2).map(({ by, body }) => [by, body.text])).toEqual([
    ["reply", "一"],
    ["reply", "二"],
  ]);
  expect(await provider().reply?.(channel, { token, messages })).toBe("spent");
  expect(await provider().quota?.(channel)).toEqual({ limit: 500, used: 0 });
});

test("a reply whose answer was lost is unsure: nobody knows whether it went out", async () => {
  const token = await replyToken();
  await api("POST", "/forced", { what: "cut" });
  const messages = [{ id: v7(), to: { userId: friend }, content: text("也許") }];
  const failure = await failureOf(Promise.resolve(provider().reply?.(channel, { token, messages })));
  expect(failure.unsure).toBe(true);
});

/** The reply token of a new event of the customer. */
async function replyToken(): Promise<string> {
  await api("POST", `/people/${friend}/messages`, { type: "text", text: "在嗎" });
  const { deliveries } = (await api("GET", "/deliveries")) as { deliveries: { body: string }[] };
  const body = JSON.parse(deliveries.at(-1)?.body ?? "{}") as { events: { replyToken: string }[] };
  return body.events[0]?.replyToken ?? "";
}

test("a customer's file is fetched, once LINE has prepared it", async () => {
  const { id } = (await api("POST", `/people/${friend}/messages`, { type: "video" })) as { id: string };
  const early = await failureOf(provider().downloadMedia(channel, id));
  expect(early.error.class).toBe("retryable");
  const picture = (await api("POST", `/people/${friend}/messages`, { type: "image" })) as { id: string };
  const { stream, contentType } = await provider().downloadMedia(channel, picture.id);
  expect(contentType).toBe("image/jpeg");
  expect((await buffer(stream)).length).toBeGreaterThan(1000);
  expect((await failureOf(provider().downloadMedia(channel, "1"))).error.reason).toBe("mediaGone");
  expect((await failureOf(provider().downloadMedia(channel, "../../me"))).error.reason).toBe("badRequest");
});

test("names and pictures of friends, and of nobody else", async () => {
  const profile = await provider().fetchProfile?.(channel, friend);
  expect(profile).toMatchObject({ name: "林佳穎" });
  const { stream } = (await provider().downloadPicture?.(profile?.pictureAddress ?? "")) ?? {};
  expect(stream).toBeDefined();
  stream?.destroy();
  expect(await provider().fetchProfile?.(channel, `U${"f".repeat(32)}`)).toBeNull();
  for (const address of ["http://169.254.169.254/", "https://line.me.evil.test/a", "file:///etc/passwd", ""])
    expect((await failureOf(Promise.resolve(provider().downloadPicture?.(address)))).error.reason).toBe("mediaGone");
});

describe("where LINE calls us", () => {
  const secret = account.channelSecret;
  let ours: Server;
  let received: { body: string; signature: unknown }[] = [];
  let answer = 200;
  const address = () => `http://127.0.0.1:${(ours.address() as AddressInfo).port}/callback`;
  const connect = (to: string) => lineAccounts(sandbox.url, sandbox.url).connectWebhook(channel, to);

  beforeAll(async () => {
    ours = createServer((request, response) => {
      void requestText(request).then((body) => {
        received.push({ body, signature: request.headers["x-line-signature"] });
        response.writeHead(answer).end();
      });
    });
    await new Promise<void>((resolve) => ours.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => ours.close());
  beforeEach(async () => {
    received = [];
    answer = 200;
    await api("PATCH", "/accounts/2000000001", { webhookUrl: "http://127.0.0.1:9/", webhookActive: true });
  });

  test("is registered, tested with an empty signed delivery, and can be registered again at any time", async () => {
    expect(await connect(address())).toEqual({
      before: "http://127.0.0.1:9/",
      problem: null,
      detail: "",
      active: true,
    });
    const [told] = received;
    const body = told?.body ?? "";
    expect(JSON.parse(body)).toMatchObject({ events: [] });
    expect(told?.signature).toBe(createHmac("sha256", secret).update(body).digest("base64"));
    expect(await connect(address())).toMatchObject({ before: address(), problem: null });
  });

  test.each([
    [401, "signatureRefused"],
    [502, "wrongAnswer"],
  ] as const)("an answer of %s", async (status, problem) => {
    answer = status;
    expect(await connect(address())).toMatchObject({ problem, detail: `ERROR_STATUS_CODE: ${status}` });
  });

  test("an unreachable address, one that LINE refuses, and a channel that never had one", async () => {
    expect(await connect("https://127.0.0.1:9/callback")).toMatchObject({ problem: "couldNotConnect" });
    expect(await connect("http://school.test/callback")).toMatchObject({ problem: "addressNotPublic" });
    await api("PATCH", "/accounts/2000000001", { webhookUrl: "" });
    expect(await connect(address())).toMatchObject({ before: "", problem: null });
  });

  test("the console's switch is reported, which only the console can change", async () => {
    await api("PATCH", "/accounts/2000000001", { webhookActive: false });
    expect(await connect(address())).toMatchObject({ problem: null, active: false });
  });

  test("a token that LINE refuses is reported as a fault of the keys, not of the address", async () => {
    await api("PATCH", "/accounts/2000000001", { tokenRevoked: true });
    expect((await failureOf(connect(address()))).error.reason).toBe("tokenExpired");
  });
});

describe("keys", () => {
  const inspect = (given: object) =>
    lineAccounts(sandbox.url, sandbox.url).inspect({
      channelId: account.channelId,
      channelSecret: account.channelSecret,
      accessToken: account.accessToken,
      ...given,
    });
  test("that belong together identify the account", async () => {
    expect(await inspect({})).toMatchObject({ channelId: "2000000001", basicId: "@demo", displayName: "晨光" });
  });
  test.each([
    [{ accessToken: "wrong" }, "tokenExpired"],
    [{ channelSecret: "wrong" }, "secretWrong"],
    [{ channelId: "2000000002" }, "tokenOfOtherChannel"],
  ])("that do not: %j", async (given, reason) => {
    expect((await failureOf(inspect(given))).error.reason).toBe(reason);
  });
});
