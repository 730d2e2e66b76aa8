import type { ConversationRow, MessageRow } from "@homeroom/contract/chat";
import { FileId, MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
import { testLineAccounts } from "#modules/channels/for-tests";
import { channelsModule } from "#modules/channels/public";
import { filesModule } from "#modules/files/public";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import type { InboundChannel } from "./channels/queries/channels.ts";
import { buildPlace, conversationRows, inboundText, receive, testProvider } from "./for-tests.ts";
import { inboxModule } from "./public.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;

const server = prepareServer(base, (platform) => {
  const inbox = inboxModule(platform, { providers: [testProvider()], databaseUrl: base.access.sessionUrl });
  return [inbox, channelsModule(platform, [testProvider()], { line: testLineAccounts }), filesModule(platform)];
});
beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
});

type Role = "owner" | "admin" | "tutor" | "sales" | "teacher";

async function signedIn(role: Role, branch: 0 | 1 = 0, of = organization) {
  const branchId = of.branchIds[branch];
  return signInAs(base.db, of, { role, branchIds: [branchId] });
}

interface Page {
  list: ConversationRow[];
  total: number;
  nextCursor: string | null;
  version: number;
  counts?: Record<string, number>;
}

async function list(token: string, body: object = {}): Promise<Page> {
  const answer = await callApi<Page>(server.app, "POST /api_chat/Chat/ConversationList", { token, body });
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.resultData as Page;
}

const names = (page: Page) => page.list.map((row) => row.nickname);

const customer = (number: number, name = `客戶${number}`) => ({
  phone: `8526200${String(number).padStart(4, "0")}`,
  name,
});

test("people see their own rows, their branch or the organisation, and nothing of others", async () => {
  const [owner, admin, tutor] = await Promise.all([signedIn("owner"), signedIn("admin"), signedIn("tutor")]);
  const one = await signedIn("sales");
  const two = await signedIn("sales");
  const elsewhere = await signedIn("tutor", 1);
  const stranger = await signedIn("owner", 0, await buildOrganization(base.db));
  await receive(
    base,
    channel,
    [1, 2, 3, 4].map((number) => inboundText({ from: customer(number) })),
  );
  const seen = async ({ token }: { token: string }) => names(await list(token)).sort();
  const [ofOne, ofTwo] = [await seen(one), await seen(two)];
  expect([ofOne.length, ofTwo.length]).toEqual([2, 2]);
  expect([...ofOne, ...ofTwo].sort()).toEqual(["客戶1", "客戶2", "客戶3", "客戶4"]);
  expect(await seen(owner)).toHaveLength(4);
  expect(await seen(admin)).toHaveLength(4);
  expect(await seen(tutor)).toHaveLength(0);
  expect(await seen(elsewhere)).toHaveLength(0);
  expect(await seen(stranger)).toHaveLength(0);
  const teacher = await signedIn("teacher");
  const refused = await callApi(server.app, "POST /api_chat/Chat/ConversationList", { token: teacher.token, body: {} });
  expect([refused.status, refused.body]).toMatchObject([403, { name: "PERMISSION_DENIED" }]);
  expect((await callApi(server.app, "POST /api_chat/Chat/ConversationList", { body: {} })).status).toBe(401);
});

test("filters, search and counts agree", async () => {
  const admin = await signedIn("admin");
  const sales = await signedIn("sales");
  await receive(base, channel, [
    inboundText({ from: customer(11, "王大明") }),
    inboundText({ from: customer(12, "李小美"), sentAt: new Date(Date.now() - 25 * 3_600_000) }),
  ]);
  const [first] = (await list(sales.token, { keywords: "大明" })).list;
  if (!first) throw new Error("There is no conversation");
  const sent = await callApi<MessageRow>(server.app, "POST /api_chat/Chat/SendMessage", {
    token: sales.token,
    body: { leadId: first.leadId, messageId: v7(), content: "您好" },
  });
  expect(sent.body.resultData).toMatchObject({ state: "queued", text: "您好", sender: { accountID: sales.accountId } });
  await base.owner.query(`update conversation set customer_unread = true where lead_id = $1`, [first.leadId]);
  const kept = async (filter: string) => names(await list(admin.token, { filter }));
  expect(await kept("All")).toEqual(["王大明", "李小美"]);
  expect(await kept("My")).toEqual([]);
  expect(names(await list(sales.token, { filter: "My" }))).toEqual(["王大明", "李小美"]);
  expect(await kept("NoReply")).toEqual(["李小美"]);
  expect(await kept("Over24h")).toEqual(["李小美"]);
  expect(await kept("Under24h")).toEqual(["王大明"]);
  expect(await kept("CustomerUnread")).toEqual(["王大明"]);
  expect(names(await list(admin.token, { keywords: "62000012" }))).toEqual(["李小美"]);
  expect(names(await list(admin.token, { keywords: "100%_\\" }))).toEqual([]);
  expect(names(await list(admin.token, { sales: [v7()] }))).toEqual([]);
  expect(names(await list(admin.token, { label: [v7()] }))).toEqual([]);
  expect((await list(admin.token)).counts).toEqual({ NoReply: 1 });
  const page = await list(admin.token, { counts: "all" });
  expect(page.counts).toEqual({ All: 2, My: 0, NoReply: 1, Over24h: 1, Under24h: 1, CustomerUnread: 1 });
  expect(page.list[0]).toMatchObject({
    lastMessage: { text: "您好", direction: "out", state: "queued" },
    unreadCount: 0,
  });
});

test("pages follow each other by cursor without gap or repetition", async () => {
  const admin = await signedIn("admin");
  await receive(
    base,
    channel,
    Array.from({ length: 7 }, (_, number) => inboundText({ from: customer(20 + number) })),
  );
  const all: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list(admin.token, { pageSize: 3, ...(cursor && { cursor }) });
    expect(page.total).toBe(7);
    all.push(...names(page));
    cursor = page.nextCursor;
  } while (cursor);
  expect(all).toEqual([26, 25, 24, 23, 22, 21, 20].map((number) => `客戶${number}`));
  const broken = await callApi(server.app, "POST /api_chat/Chat/ConversationList", {
    token: admin.token,
    body: { cursor: "x" },
  });
  expect(broken.status).toBe(400);
});

test("no gap opens between conversations of one millisecond, and a cursor of another list is refused", async () => {
  const admin = await signedIn("admin");
  const numbers = [40, 41, 42, 43];
  await receive(
    base,
    channel,
    numbers.map((number) => inboundText({ from: customer(number) })),
  );
  await base.owner.query(
    `update conversation set last_message_at = date_trunc('milliseconds', now()) + random() * interval '0.0009 seconds'
     where organization_id = $1`,
    [organization.organizationId],
  );
  const all: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list(admin.token, { pageSize: 1, ...(cursor && { cursor }) });
    all.push(...names(page));
    cursor = page.nextCursor;
  } while (cursor);
  expect(all.toSorted()).toEqual(numbers.map((number) => `客戶${number}`));
  const foreign = Buffer.from(JSON.stringify(["陳太", v7()])).toString("base64url");
  const path = "POST /api_chat/Chat/ConversationList";
  expect((await callApi(server.app, path, { token: admin.token, body: { cursor: foreign } })).status).toBe(400);
});

test("a returning client asks for changes, and misses none that were being committed", async () => {
  const admin = await signedIn("admin");
  await receive(base, channel, [inboundText({ from: customer(30) }), inboundText({ from: customer(31) })]);
  const { version } = await list(admin.token);
  const slow = await base.owner.connect();
  await slow.query("begin");
  await slow.query(
    `update conversation set version = version + 1, changed_xid = pg_current_xact_id() where lead_id in
    (select lead_id from lead where nickname = '客戶30' and organization_id = $1)`,
    [organization.organizationId],
  );
  await receive(base, channel, [inboundText({ from: customer(31) })]);
  const during = await list(admin.token, { changedSince: version });
  // Transactions of other tests on the same server may make more of it be told again.
  expect(names(during)).toContain("客戶31");
  await slow.query("commit");
  slow.release();
  expect(names(await list(admin.token, { changedSince: during.version }))).toContain("客戶30");
});

test("changes of a filtered list contain only matching conversations", async () => {
  const admin = await signedIn("admin");
  const { version } = await list(admin.token);
  await receive(base, channel, [inboundText({ from: customer(32) }), inboundText({ from: customer(33) })]);
  const of = (more: object) => list(admin.token, { changedSince: version, ...more }).then(names);
  expect(await of({})).toEqual(expect.arrayContaining(["客戶32", "客戶33"]));
  expect(await of({ keywords: "客戶33" })).toEqual(["客戶33"]);
  expect(await of({ filter: "CustomerUnread" })).toEqual([]);
});

test("messages are fetched by page and by change, with quotes and reactions", async () => {
  const admin = await signedIn("admin");
  const from = customer(40);
  const messages = Array.from({ length: 5 }, (_, number) => inboundText({ from, text: `第${number}` }));
  await receive(base, channel, messages);
  const [first] = messages;
  const reaction = { kind: "reaction" as const, details: { emoji: "👍", targetId: first?.providerMessageId } };
  await receive(base, channel, [
    inboundText({
      from,
      text: "回這個",
      quotedId: first?.providerMessageId ?? "",
      details: { quoteToken: "q", readToken: "r", external: "image" },
    }),
    inboundText({ from, ...reaction }),
  ]);
  const [conversation] = await conversationRows(base, channel);
  const conversationId = conversation?.conversation_id;
  const ask = async (body: object) => {
    const answer = await callApi<{ list: MessageRow[]; hasMore: boolean; version: number }>(
      server.app,
      "POST /api_chat/Chat/MessageList",
      { token: admin.token, body: { conversationId, ...body } },
    );
    if (!answer.body.resultData) throw new Error(answer.body.message);
    return answer.body.resultData;
  };
  const latest = await ask({ pageSize: 4 });
  expect(latest.list.map((row) => row.text)).toEqual(["第2", "第3", "第4", "回這個"]);
  expect(latest.hasMore).toBe(true);
  expect(latest.list.at(-1)?.quoted).toEqual({
    messageId: expect.any(String),
    text: "第0",
    direction: "in",
  });
  expect(latest.list.at(-1)?.details).toEqual({ external: "image", quotable: true });
  const before = await ask({ pageSize: 4, before: latest.list[0]?.messageId });
  expect(before.list.map((row) => row.text)).toEqual(["第0", "第1"]);
  expect(before.list[0]?.reactions).toEqual([{ emoji: "👍", direction: "in" }]);
  expect(before.hasMore).toBe(false);
  expect((await ask({ changedSince: latest.version })).list).toEqual([]);
  const since = await ask({ changedSince: latest.version - 1 });
  expect(since.list.map((row) => row.text)).toEqual(["第0"]);
  const paged = await ask({ changedSince: 0, pageSize: 4 });
  const rest = await ask({ changedSince: paged.version, pageSize: 4 });
  expect([...paged.list, ...rest.list]).toHaveLength(6);
});

test("the unread count also says whether a channel is connected", async () => {
  const count = async (token: string) =>
    (await callApi<object>(server.app, "GET /api_chat/Chat/UnreadCount", { token })).body.resultData;
  const sales = await signedIn("sales");
  expect(await count(sales.token)).toMatchObject({ isConnected: true });
  const newcomers = await buildOrganization(base.db, "新開張");
  const owner = await buildAccount(base.db, newcomers, { role: "owner" });
  expect(await count(await buildSession(base.db, newcomers, owner))).toEqual({
    conversations: 0,
    waiting: 0,
    isConnected: false,
  });
});

test("reading a conversation clears its unread count once, and the customer is shown so", async () => {
  const admin = await signedIn("admin");
  await receive(base, channel, [inboundText({ from: customer(50) }), inboundText({ from: customer(50) })]);
  const unread = async () =>
    (await callApi<{ conversations: number }>(server.app, "GET /api_chat/Chat/UnreadCount", { token: admin.token }))
      .body.resultData?.conversations;
  expect(await unread()).toBe(1);
  const [conversation] = await conversationRows(base, channel);
  const address = `GET /api_chat/Chat/ReadConversation?conversationId=${conversation?.conversation_id}` as const;
  const outsider = await signedIn("tutor", 1);
  expect((await callApi(server.app, address, { token: outsider.token })).status).toBe(404);
  await Promise.all([1, 2, 3].map(() => callApi(server.app, address, { token: admin.token })));
  expect(await unread()).toBe(0);
  const events = await base.owner.query(
    `select 1 from outbox where event = 'conversation.read' and organization_id = $1`,
    [organization.organizationId],
  );
  expect(events.rows).toHaveLength(1);
});

test("nobody reaches a conversation of another branch or organisation by its id", async () => {
  await receive(base, channel, [inboundText({ from: customer(60) })]);
  const [conversation] = await conversationRows(base, channel);
  const { conversation_id: conversationId, lead_id: leadId } = conversation ?? {};
  const outsiders = [await signedIn("tutor", 1), await signedIn("owner", 0, await buildOrganization(base.db))];
  for (const { token } of outsiders) {
    const answers = await Promise.all([
      callApi(server.app, `GET /api_chat/Chat/ConversationInfo?conversationId=${conversationId}`, { token }),
      callApi(server.app, `GET /api_chat/Chat/ConversationInfo?leadId=${leadId}`, { token }),
      callApi(server.app, "POST /api_chat/Chat/MessageList", { token, body: { conversationId } }),
      callApi(server.app, "POST /api_chat/Chat/MessageList", { token, body: { leadId } }),
      callApi(server.app, `GET /api_chat/Chat/ReadConversation?leadId=${leadId}`, { token }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    const ofLead = await callApi(server.app, `GET /api_chat/Chat/ConversationOfLead?leadId=${leadId}`, { token });
    expect(ofLead.body.resultData).toEqual({ conversation: null });
  }
  const own = await signedIn("owner");
  const card = await callApi<{ can: object }>(server.app, `GET /api_chat/Chat/ConversationInfo?leadId=${leadId}`, own);
  expect(card.body.resultData?.can).toEqual({ send: true, template: true, label: true, gpt: true, takeOver: true });
  const seen = (id: string) =>
    callApi<{ conversation: { conversationId: string } | null }>(
      server.app,
      `GET /api_chat/Chat/ConversationOfLead?leadId=${id}`,
      own,
    );
  expect((await seen(String(leadId))).body.resultData?.conversation?.conversationId).toBe(conversationId);
  expect(await seen(v7())).toMatchObject({ status: 200, body: { resultData: { conversation: null } } });
});

test("a file is served only at a signed address, while it is valid", async () => {
  const missing = FileId.parse(v7());
  const forged = `GET /api_basic/File/Get?id=${missing}&expires=${Date.now() + 1000}&signature=x` as const;
  expect((await callApi(server.app, forged)).status).toBe(404);
});

test("hostile ids and texts are refused or stored literally", async () => {
  const admin = await signedIn("admin");
  await receive(base, channel, [inboundText({ from: customer(70, "<script>alert(1)</script>") })]);
  const [row] = (await list(admin.token)).list;
  expect(row?.nickname).toBe("<script>alert(1)</script>");
  const send = (body: object) =>
    callApi<MessageRow>(server.app, "POST /api_chat/Chat/SendMessage", { token: admin.token, body });
  expect((await send({ leadId: "'; drop table lead", content: "x" })).status).toBe(422);
  expect((await send({ leadId: row?.leadId, content: "x".repeat(5000) })).status).toBe(422);
  expect((await send({ leadId: row?.leadId, content: "x", quotedId: MessageId.parse(v7()) })).status).toBe(404);
  expect((await send({ leadId: row?.leadId, type: "image", fileID: v7() })).status).toBe(422);
  const kept = await send({ leadId: row?.leadId, content: "'; drop table lead; -- 😀" });
  expect(kept.body.resultData?.text).toBe("'; drop table lead; -- 😀");
});

test("a disabled channel shows that, and refuses with that reason", async () => {
  const owner = await signedIn("owner");
  await receive(base, channel, [inboundText({ from: customer(81) })]);
  await base.owner.query(`update channel set status = 0 where channel_id = $1`, [channel.channelId]);
  try {
    const [row] = (await list(owner.token)).list;
    expect(row?.channel.stoppedReason).toBe("switchedOff");
    const body = { leadId: row?.leadId, content: "在嗎" };
    const refused = await callApi(server.app, "POST /api_chat/Chat/SendMessage", { token: owner.token, body });
    expect(refused.body).toMatchObject({ name: "CHANNEL_STOPPED", details: { reason: "switchedOff" } });
  } finally {
    await base.owner.query(`update channel set status = 1 where channel_id = $1`, [channel.channelId]);
  }
});

test("a stopped channel shows the reason, refuses with it, and can be resumed with the permission", async () => {
  const [owner, sales] = [await signedIn("owner"), await signedIn("sales")];
  await receive(base, channel, [inboundText({ from: customer(80) })]);
  await base.owner.query(
    `update channel set stopped_at = now(), stopped_reason = 'tokenExpired' where channel_id = $1`,
    [channel.channelId],
  );
  const [row] = (await list(owner.token)).list;
  expect(row?.channel.stoppedReason).toBe("tokenExpired");
  const body = { leadId: row?.leadId, content: "在嗎" };
  const refused = await callApi(server.app, "POST /api_chat/Chat/SendMessage", { token: owner.token, body });
  expect(refused.body).toMatchObject({
    name: "CHANNEL_STOPPED",
    details: { reason: "tokenExpired", channelKind: "whatsapp" },
  });
  const resume = (token: string) =>
    callApi(server.app, "POST /api_users/Member/ResumeChannel", { token, body: { recordID: channel.channelId } });
  const stranger = await signedIn("owner", 0, await buildOrganization(base.db));
  expect([(await resume(sales.token)).status, (await resume(stranger.token)).status]).toEqual([403, 404]);
  expect((await resume(owner.token)).status).toBe(200);
  expect((await callApi(server.app, "POST /api_chat/Chat/SendMessage", { token: owner.token, body })).status).toBe(200);
});

test("a send that is repeated with its Idempotency-Key makes one message", async () => {
  const admin = await signedIn("admin");
  await receive(base, channel, [inboundText({ from: customer(90) })]);
  const [row] = (await list(admin.token)).list;
  const headers = { accesstoken: admin.token, "idempotency-key": "tab 1, send 7" };
  const send = () =>
    server.app.inject({
      method: "POST",
      url: "/api_chat/Chat/SendMessage",
      headers,
      payload: { leadId: row?.leadId, content: "您好" },
    });
  const answers = await Promise.all([send(), send()]);
  const ids = answers.map((answer) => answer.json<{ resultData: MessageRow }>().resultData.messageId);
  expect(ids[0]).toBeTruthy();
  expect(ids[0]).toBe(ids[1]);
});
