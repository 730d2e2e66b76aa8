import type { Endpoint } from "@homeroom/contract/endpoint";
import { type BranchId, ChannelId, type ConversationId } from "@homeroom/contract/ids";
import { line } from "@homeroom/contract/line";
import { welcome } from "@homeroom/contract/welcome";
import { v7 } from "uuid";
import { beforeEach, describe, expect, test } from "vitest";
import { signInAs } from "#modules/accounts/for-tests";
import {
  buildChannel,
  conversationRows,
  deliverAll,
  type InboundEvent,
  inboundText,
  messageRowsOf,
  receive,
  type TestChannel,
  type TestProvider,
  testInbox,
  testProvider,
} from "#modules/inbox/for-tests";
import { inboxModule } from "#modules/inbox/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { welcomeFriend } from "./actions/send-welcome.ts";
import { testLineAccounts } from "./for-tests.ts";
import { channelsModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let owner: string;
let provider: TestProvider;

const server = prepareServer(base, (platform) => {
  const ofLine = { ...testProvider(), kind: "line" as const };
  const inbox = inboxModule(platform, { providers: [ofLine], databaseUrl: base.access.sessionUrl });
  return [inbox, channelsModule(platform, [ofLine], { line: testLineAccounts })];
});

let channelID = 2_000_100_000;

beforeEach(async () => {
  organization = await buildOrganization(base.db);
  ({ token: owner } = await signInAs(base.db, organization, { role: "owner" }));
  provider = { ...testProvider(), kind: "line" };
  channelID += 1;
});

const keys = () => ({
  channelID: String(channelID),
  channelSecret: "line-secret-value",
  accessToken: "good-token-value",
});
/** Makes a call as the owner, and answers its body. */
async function call(endpoint: Endpoint, request: object, token = owner) {
  const { method, path } = endpoint;
  const asked = Object.entries(request).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  if (method === "GET")
    return (await callApi<unknown>(server.app, `GET ${path as `/${string}`}?${asked.join("&")}`, { token })).body;
  return (await callApi<unknown>(server.app, `POST ${path as `/${string}`}`, { token, body: request })).body;
}

async function connect(): Promise<TestChannel> {
  await call(line.update, keys());
  const [found] = (
    await base.owner.query<{ channel_id: string; branch_id: BranchId; external_id: string }>(
      "select * from channel where organization_id = $1 and kind = 'line'",
      [organization.organizationId],
    )
  ).rows;
  if (!found) throw new Error("The channel was not saved");
  return {
    organizationId: organization.organizationId,
    channelId: ChannelId.parse(found.channel_id),
    branchId: found.branch_id,
    kind: "line",
    externalId: found.external_id,
  };
}

const friend = { userId: `U${"a".repeat(32)}` };

function relation(kind: "follow" | "block", at = new Date()): InboundEvent {
  return {
    type: "relation",
    relation: kind,
    from: friend,
    at,
    eventId: v7(),
    ...(kind === "follow" && { replyToken: v7() }),
  };
}

async function contactOf() {
  const found = await base.owner.query<{ contact_id: string; blocked_at: Date | null; reply_token: string | null }>(
    "select * from channel_contact where organization_id = $1 and provider_user_id is not null",
    [organization.organizationId],
  );
  const [contact] = found.rows;
  if (!contact) throw new Error("There is no contact");
  return contact;
}

async function conversationId(channel: TestChannel): Promise<ConversationId> {
  const [conversation] = await conversationRows(base, channel);
  if (!conversation) throw new Error("There is no conversation");
  return conversation.conversation_id;
}

const greetings = {
  segments: [
    { kind: "text" as const, text: "您好，歡迎加入。" },
    { kind: "text" as const, text: "想了解什麼？" },
  ],
  buttons: [{ kind: "message" as const, label: "課程" }],
  mode: "automatic" as const,
};

describe("a new friend", () => {
  test("is welcomed once, in one free reply, even after several events", async () => {
    const channel = await connect();
    await call(welcome.update, greetings);
    await receive(base, channel, [relation("follow")]);
    const { contact_id: contactId } = await contactOf();
    const welcomed = () => welcomeFriend(base.db, organization.scope, { contactId, branchId: channel.branchId });
    await Promise.all([welcomed(), welcomed()]);
    const replied: number[] = [];
    provider.reply = async (_channel, { messages }) => {
      replied.push(messages.length);
      return messages.map(({ id }) => ({ providerMessageId: `line.${id}` }));
    };
    const id = await conversationId(channel);
    await deliverAll(testInbox(base, provider), organization.scope, id);
    await receive(base, channel, [relation("block"), relation("follow", new Date(Date.now() + 1))]);
    await welcomed();
    const said = (await messageRowsOf(base, id)).filter(({ direction }) => direction === "out");
    expect(said.map(({ kind, state, text }) => [kind, state, text])).toEqual([
      ["text", "accepted", "您好，歡迎加入。"],
      ["interactive", "accepted", "想了解什麼？"],
    ]);
    expect([replied, provider.sent]).toEqual([[2], []]);
  });

  test("is welcomed by push if the token is used up", async () => {
    const channel = await connect();
    await call(welcome.update, greetings);
    await receive(base, channel, [relation("follow")]);
    const { contact_id: contactId } = await contactOf();
    await welcomeFriend(base.db, organization.scope, { contactId, branchId: channel.branchId });
    provider.reply = async () => "spent";
    await deliverAll(testInbox(base, provider), organization.scope, await conversationId(channel));
    expect(provider.sent.map(({ content }) => content.kind)).toEqual(["text", "interactive"]);
    expect((await contactOf()).reply_token).toBeNull();
  });

  test("is not welcomed if the message is manual or switched off", async () => {
    const channel = await connect();
    await call(welcome.update, { ...greetings, mode: "manual" });
    await receive(base, channel, [relation("follow")]);
    const { contact_id: contactId } = await contactOf();
    await welcomeFriend(base.db, organization.scope, { contactId, branchId: channel.branchId });
    const said = (await messageRowsOf(base, await conversationId(channel))).filter(
      ({ direction }) => direction === "out",
    );
    expect(said).toEqual([]);
  });
});

test("blocking closes the conversation and returning reopens it, in any order of events", async () => {
  const channel = await connect();
  const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1000);
  await receive(base, channel, [relation("block", at(0))]);
  expect(await conversationRows(base, channel)).toEqual([]);
  await receive(base, channel, [relation("follow", at(1)), relation("block", at(3)), relation("follow", at(2))]);
  expect((await contactOf()).blocked_at).not.toBeNull();
  await receive(base, channel, [inboundText({ from: friend, sentAt: at(10) })]);
  expect((await contactOf()).blocked_at).toBeNull();
});

test("a block that arrives before its follow is not lost", async () => {
  const channel = await connect();
  const now = Date.now();
  await receive(base, channel, [relation("block", new Date(now - 1000))]);
  await receive(base, channel, [relation("follow", new Date(now - 2000))]);
  expect((await contactOf()).blocked_at).toEqual(new Date(now - 1000));
  const followed = await base.owner.query(
    "select from outbox where event = 'contact.followed' and organization_id = $1",
    [organization.organizationId],
  );
  expect(followed.rowCount).toBe(0);
});

test("can be sent manually only by the person who holds the conversation", async () => {
  const channel = await connect();
  await call(welcome.update, greetings);
  await receive(base, channel, [relation("follow")]);
  const [conversation] = await conversationRows(base, channel);
  const press = { leadId: conversation?.lead_id };
  expect(await call(welcome.send, press)).toMatchObject({ success: true });
  const { token: other } = await signInAs(base.db, organization, { role: "admin" });
  expect(await call(welcome.send, press, other)).toMatchObject({ name: "CHAT_TAKEN_BY_OTHER" });
});

describe("the settings", () => {
  test("keep what LINE accepts, and never show it", async () => {
    await connect();
    const answer = await call(line.setting, {});
    const [first, second] = answer.resultData as { recordID: string | null; officialID: string }[];
    expect(first).toMatchObject({ channelID: String(channelID), officialID: "@tested", liffID: "" });
    expect(second).toMatchObject({ recordID: null });
    expect(JSON.stringify(answer)).not.toMatch(/line-secret-value|good-token-value/);
  });

  test("keep an official id and buttons that are not sent", async () => {
    await connect();
    await call(line.update, { ...keys(), officialID: "@renamed" });
    await call(line.update, keys());
    const shown = await call(line.setting, {});
    expect((shown.resultData as { officialID: string }[])[0]).toMatchObject({ officialID: "@renamed" });
    await call(welcome.update, greetings);
    const { buttons, ...rest } = greetings;
    await call(welcome.update, rest);
    expect(await call(welcome.setting, {})).toMatchObject({ resultData: { buttons } });
  });

  test("are not saved if LINE refuses them", async () => {
    expect(await call(line.update, { ...keys(), accessToken: "bad" })).toMatchObject({
      name: "SETTING_NOT_VERIFIED",
      details: { reason: "tokenExpired" },
    });
    expect(await call(line.test, { ...keys(), accessToken: "bad" })).toMatchObject({
      name: "CHAT_VERIFICATION_FAILED",
    });
    const kept = await base.owner.query("select from channel where organization_id = $1", [
      organization.organizationId,
    ]);
    expect(kept.rowCount).toBe(0);
  });

  test("let an account belong to only one branch of one organisation", async () => {
    await connect();
    const [, branchID] = organization.branchIds;
    expect(await call(line.update, { ...keys(), branchID })).toMatchObject({ name: "LINE_CHANNEL_IN_USE" });
    const other = await buildOrganization(base.db);
    const { token: theirs } = await signInAs(base.db, other, { role: "owner" });
    expect(await call(line.update, keys(), theirs)).toMatchObject({ name: "LINE_CHANNEL_IN_USE" });
  });

  test("new keys let a stopped account send again", async () => {
    const { channelId } = await connect();
    await base.owner.query(
      "update channel set stopped_at = now(), stopped_reason = 'tokenExpired' where channel_id = $1",
      [channelId],
    );
    await call(line.update, { ...keys(), channelSecret: "" });
    const found = await base.owner.query("select stopped_at from channel where channel_id = $1", [channelId]);
    expect(found.rows[0]).toEqual({ stopped_at: null });
  });

  test("of LIFF need an account", async () => {
    const liff = { liffID: "2000000001-AbCdEfGh", endpointURL: "https://school.test/liff" };
    expect(await call(line.updateLiff, liff)).toMatchObject({ name: "LINE_NOT_CONFIGURED" });
    await connect();
    expect(await call(line.updateLiff, liff)).toMatchObject({ success: true });
    expect(await call(line.updateLiff, { ...liff, endpointURL: "ftp://school.test/liff" })).toMatchObject({
      success: false,
    });
  });
});

describe("the welcome message", () => {
  test("has at most five segments and four buttons, and at least one segment", async () => {
    const [segment] = greetings.segments;
    const six = Array.from({ length: 6 }, () => segment);
    expect(await call(welcome.update, { ...greetings, segments: six })).toMatchObject({
      name: "WELCOME_TOO_MANY_PARTS",
    });
    const five = Array.from({ length: 5 }, () => greetings.buttons[0]);
    expect(await call(welcome.update, { ...greetings, buttons: five })).toMatchObject({
      name: "WELCOME_TOO_MANY_PARTS",
    });
    expect(await call(welcome.update, { ...greetings, segments: [] })).toMatchObject({
      name: "WELCOME_MESSAGE_MISSING",
    });
  });

  test("is on if automatic, off if manual, and can be switched on only with an account", async () => {
    expect(await call(welcome.setStatus, { Status: 1 })).toMatchObject({ name: "WELCOME_MESSAGE_MISSING" });
    await call(welcome.update, greetings);
    expect(await call(welcome.setting, {})).toMatchObject({ resultData: { status: 1, mode: "automatic", version: 1 } });
    await call(welcome.update, { ...greetings, mode: "manual", version: 1 });
    expect(await call(welcome.setting, {})).toMatchObject({ resultData: { status: 0, mode: "manual" } });
    expect(await call(welcome.setStatus, { Status: 1 })).toMatchObject({ name: "LINE_NOT_CONFIGURED" });
    await connect();
    expect(await call(welcome.setStatus, { Status: 1 })).toMatchObject({ success: true });
    expect(await call(welcome.update, { ...greetings, version: 1 })).toMatchObject({ name: "STALE_DATA" });
  });

  test("is sent manually once for each click, and tested with friends only", async () => {
    const channel = await connect();
    await call(welcome.update, greetings);
    await receive(base, channel, [relation("follow")]);
    const [conversation] = await conversationRows(base, channel);
    const press = { leadId: conversation?.lead_id, messageId: v7() };
    expect(await call(welcome.send, press)).toMatchObject({ resultData: { sent: true } });
    expect(await call(welcome.send, press)).toMatchObject({ resultData: { sent: false } });
    expect(await call(welcome.testLine, { lineUserId: friend.userId })).toMatchObject({ resultData: { sent: true } });
    const stranger = { lineUserId: `U${"b".repeat(32)}` };
    expect(await call(welcome.testLine, stranger)).toMatchObject({ name: "TEST_IDENTITY_NOT_VERIFIED" });
    const said = (await messageRowsOf(base, await conversationId(channel))).filter(
      ({ direction }) => direction === "out",
    );
    expect(said).toHaveLength(4);
    for (const path of ["Chat/SendWelcomeMessage", "Member/SendTestlineHellomessage"]) {
      const url = `POST /${path.startsWith("Chat") ? "api_chat" : "api_users"}/${path}` as const;
      const body = { leadId: conversation?.lead_id, lineUserId: friend.userId };
      const press = async () =>
        (await callApi(server.app, url, { token: owner, body, key: "the same" })).body.resultData;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect([await press(), await press()]).toEqual([{ sent: true }, { sent: false }]);
    }
    const number = { areaCode: "852", phone: "61234567", segments: greetings.segments };
    expect(await call(welcome.testWhatsapp, number)).toMatchObject({ code: 900503, name: "FEATURE_NOT_SET_UP" });
    await buildChannel(base, organization);
    expect(await call(welcome.testWhatsapp, number)).toMatchObject({ name: "TEST_IDENTITY_NOT_VERIFIED" });
  });
});

test("once the month's messages are used up, only free replies are sent", async () => {
  const channel = await connect();
  await call(welcome.update, greetings);
  await receive(base, channel, [relation("follow")]);
  await base.owner.query("update channel set quota_limit = 1, quota_used = 1, quota_at = now() where channel_id = $1", [
    channel.channelId,
  ]);
  const [conversation] = await conversationRows(base, channel);
  const press = () => call(welcome.send, { leadId: conversation?.lead_id });
  expect(await press()).toMatchObject({ success: true });
  await base.owner.query("update channel_contact set reply_token = null where channel_id = $1", [channel.channelId]);
  expect(await press()).toMatchObject({ name: "CHAT_QUOTA_EXCEEDED" });
});
