import { buffer } from "node:stream/consumers";
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

async function chat(): Promise<{ from: string; by?: string; body: { type: string; text?: string } }[]> {
  return ((await api("GET", `/people/${friend}/messages`)) as { messages: [] }).messages;
}

describe("a push", () => {
  test("whose answer was lost is sent once: asked again, LINE says that it has it", async () => {
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

  test.each([undefined, "", "line\nbreak"])("without a usable token (%j) is not made", async (accessToken) => {
    const secrets: Record<string, string> = accessToken === undefined ? {} : { accessToken };
    const access = { ...channel, secrets };
    const message = { id: v7(), to: { userId: friend }, content: text("您好") };
    expect((await failureOf(provider().send(access, message))).error.reason).toBe("tokenMissing");
  });
});

describe("what LINE is given", () => {
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
    [{ kind: "audio", ...file, contentType: "audio/ogg" }, { type: "text" }],
    [{ kind: "video", ...file, previewAddress: "https://school.test/p.png" }, { type: "video" }],
    [
      { kind: "sticker", mediaId: "446/1988" },
      { type: "sticker", packageId: "446", stickerId: "1988" },
    ],
    [{ kind: "location", latitude: 25, longitude: 121, name: "大安校", address: "信義路" }, { type: "location" }],
    [
      { kind: "interactive", text: "想了解什麼？", buttons: [{ label: "課程", kind: "message", value: "課程" }] },
      { type: "template", template: { type: "buttons", actions: [{ type: "message", label: "課程" }] } },
    ],
  ])("for %j", async (content, body) => {
    await send(content);
    expect((await chat()).at(-1)?.body).toMatchObject(body);
  });

  test("a file that LINE could not fetch is refused by us", async () => {
    const failure = await failureOf(send({ kind: "image", ...file, address: "http://school.test/file" }));
    expect(failure.error.reason).toBe("addressNotPublic");
  });
});

test("a reply is free, goes out together, and once only", async () => {
  const token = await replyToken();
  const messages = ["一", "二"].map((words) => ({ id: v7(), to: { userId: friend }, content: text(words) }));
  const answer = await provider().reply?.(channel, { token, messages });
  expect(answer).toHaveProperty("providerMessageIds.length", 2);
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

/** The token of an event that the customer causes now. */
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

describe("keys", () => {
  const inspect = (given: object) =>
    lineAccounts(sandbox.url, sandbox.url).inspect({
      channelId: account.channelId,
      channelSecret: account.channelSecret,
      accessToken: account.accessToken,
      ...given,
    });
  test("that belong together tell the account", async () => {
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
