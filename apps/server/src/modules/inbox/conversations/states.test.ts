import type { ConversationRow } from "@homeroom/contract/chat";
import type { ConversationEvent } from "@homeroom/contract/chat-states";
import { type ConversationId, RecordId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount, signInAs } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { callApi, prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { organizationScope } from "#platform/db/scope";
import { buildPlace, conversationRows, inboundText, receive, type TestChannel, testProvider } from "../for-tests.ts";
import { inboxModule } from "../public.ts";
import { wakeConversation } from "./actions/change-state.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let token: string;
let salesToken: string;

const hour = 3_600_000;
const customer = { phone: "85262000001", name: "王大明" };
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

const server = prepareServer(base, (platform) => [
  inboxModule(platform, { providers: [testProvider()], databaseUrl: base.access.sessionUrl }),
]);
beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  token = await signedIn("admin");
  salesToken = await signedIn("sales");
  await receive(base, channel, [inboundText({ from: customer })]);
});

async function signedIn(role: "admin" | "sales" | "teacher", branch: 0 | 1 = 0): Promise<string> {
  const branchId = organization.branchIds[branch];
  return (await signInAs(base.db, organization, { role, branchIds: [branchId] })).token;
}

async function only() {
  const [row] = await conversationRows(base, channel);
  if (!row) throw new Error("There is no conversation");
  return row;
}

function post(name: string, body: object, as = token) {
  return callApi(server.app, `POST /api_chat/Chat/${name}`, { token: as, body });
}

async function shown(conversationId: ConversationId): Promise<ConversationRow> {
  const address = `GET /api_chat/Chat/ConversationInfo?conversationId=${conversationId}` as const;
  return (await callApi<ConversationRow>(server.app, address, { token })).body.resultData as ConversationRow;
}

async function events(conversationId: ConversationId): Promise<ConversationEvent[]> {
  const address = `GET /api_chat/Chat/ConversationEvents?conversationId=${conversationId}` as const;
  return (await callApi<ConversationEvent[]>(server.app, address, { token })).body.resultData as ConversationEvent[];
}

async function contactResult(list: number = customLists.contactResults): Promise<RecordId> {
  const itemId = RecordId.parse(v7());
  await base.owner.query("insert into list_item (organization_id, item_id, project_id, name) values ($1, $2, $3, $4)", [
    organization.organizationId,
    itemId,
    list,
    `已約試堂 ${itemId.slice(-6)}`,
  ]);
  return itemId;
}

test("a conversation is closed with a result, person and time, and reopened manually; both are idempotent", async () => {
  const { conversation_id: conversationId } = await only();
  const resultID = await contactResult();
  await Promise.all([1, 2, 3].map(() => post("CloseConversation", { conversationId, resultID })));
  expect(await shown(conversationId)).toMatchObject({ state: "closed", unreadCount: 0 });
  await post("ReopenConversation", { conversationId });
  await post("ReopenConversation", { conversationId });
  expect(await shown(conversationId)).toMatchObject({ state: "open" });
  const told = await events(conversationId);
  expect(told.map(({ kind, cause }) => [kind, cause])).toEqual([
    ["closed", null],
    ["reopened", "staff"],
  ]);
  expect(told[0]?.result).toContain("已約試堂");
  expect(told[0]?.actor?.nickname).toBeTruthy();
});

test("a customer's message reopens a closed or snoozed conversation; provider events do not", async () => {
  const { conversation_id: conversationId } = await only();
  await post("CloseConversation", { conversationId });
  await receive(base, channel, [inboundText({ from: customer, kind: "system", text: "changed" })]);
  expect((await shown(conversationId)).state).toBe("closed");
  await receive(base, channel, [inboundText({ from: customer })]);
  expect(await shown(conversationId)).toMatchObject({ state: "open", unreadCount: 1 });
  await post("SnoozeConversation", { conversationId, until: inHours(1) });
  expect(await shown(conversationId)).toMatchObject({ state: "snoozed" });
  await receive(base, channel, [inboundText({ from: customer })]);
  expect(await shown(conversationId)).toMatchObject({ state: "open", snoozedUntil: null });
  expect((await events(conversationId)).map(({ kind, cause, actor }) => [kind, cause, actor === null])).toEqual([
    ["closed", null, false],
    ["reopened", "customer", true],
    ["snoozed", null, false],
    ["reopened", "customer", true],
  ]);
});

test("a snoozed conversation returns unread at its time, once", async () => {
  const { conversation_id: conversationId } = await only();
  await callApi(server.app, `GET /api_chat/Chat/ReadConversation?conversationId=${conversationId}`, { token });
  await post("SnoozeConversation", { conversationId, until: inHours(1) });
  const scope = organizationScope(organization.organizationId);
  await wakeConversation(base.db, scope, conversationId);
  expect((await shown(conversationId)).state).toBe("snoozed");
  await base.owner.query("update conversation set snoozed_until = now() where conversation_id = $1", [conversationId]);
  await wakeConversation(base.db, scope, conversationId);
  await wakeConversation(base.db, scope, conversationId);
  expect(await shown(conversationId)).toMatchObject({ state: "open", unreadCount: 1 });
  expect((await events(conversationId)).map(({ cause }) => cause)).toEqual([null, "time"]);
});

test("a returning conversation is first and marked until it is opened or the customer writes", async () => {
  const { conversation_id: conversationId } = await only();
  const scope = organizationScope(organization.organizationId);
  const comeBack = async () => {
    await post("SnoozeConversation", { conversationId, until: inHours(1) });
    await base.owner.query("update conversation set snoozed_until = now() where conversation_id = $1", [
      conversationId,
    ]);
    await wakeConversation(base.db, scope, conversationId);
  };
  const first = async () => (await list({ state: "open" })).list[0];
  await receive(base, channel, [inboundText({ from: { phone: "85262000002", name: "李小美" } })]);
  expect(await first()).toMatchObject({ nickname: "李小美", backFromSnooze: false });
  await comeBack();
  expect(await first()).toMatchObject({ conversationId, backFromSnooze: true });
  await callApi(server.app, `GET /api_chat/Chat/ReadConversation?conversationId=${conversationId}`, { token });
  expect(await first()).toMatchObject({ conversationId, backFromSnooze: false });
  await comeBack();
  await receive(base, channel, [inboundText({ from: customer })]);
  expect(await first()).toMatchObject({ conversationId, backFromSnooze: false });
});

test("only a future time within a year, a contact result and an id are accepted", async () => {
  const { conversation_id: conversationId } = await only();
  for (const until of [inHours(-1), inHours(24 * 400)]) {
    const answer = await post("SnoozeConversation", { conversationId, until });
    expect([answer.status, answer.body]).toMatchObject([422, { name: "CHAT_SNOOZE_TIME" }]);
  }
  for (const until of ["", "tomorrow", "2027-01-01", 0, null])
    expect((await post("SnoozeConversation", { conversationId, until })).status).toBe(422);
  const status = await contactResult(customLists.leadStatuses);
  for (const resultID of [status, v7()])
    expect((await post("CloseConversation", { conversationId, resultID })).status).toBe(422);
  expect((await post("CloseConversation", { conversationId: "'; drop table conversation" })).status).toBe(422);
  expect((await shown(conversationId)).state).toBe("open");
});

test("closing needs the permission to label; an invisible conversation is not found", async () => {
  const { conversation_id: conversationId } = await only();
  const [teacher, elsewhere] = [await signedIn("teacher"), await signedIn("sales", 1)];
  for (const name of ["CloseConversation", "ReopenConversation", "MarkUnread"]) {
    expect((await post(name, { conversationId }, teacher)).status).toBe(403);
    expect((await post(name, { conversationId }, elsewhere)).status).toBe(404);
  }
});

test("marked as unread until it is read", async () => {
  const { conversation_id: conversationId } = await only();
  await callApi(server.app, `GET /api_chat/Chat/ReadConversation?conversationId=${conversationId}`, { token });
  await Promise.all([post("MarkUnread", { conversationId }), post("MarkUnread", { conversationId })]);
  expect((await shown(conversationId)).unreadCount).toBe(1);
});

interface Page {
  list: ConversationRow[];
  counts: Record<string, number>;
  stateCounts: Record<string, number>;
  gone?: ConversationId[];
  version: number;
}

async function list(body: object, as = token): Promise<Page> {
  const answer = await callApi<Page>(server.app, "POST /api_chat/Chat/ConversationList", { token: as, body });
  expect(answer.body).toMatchObject({ success: true });
  return answer.body.resultData as Page;
}

test("filters can be combined, and each count shows what the filter would return", async () => {
  const late = new Date(Date.now() - 25 * hour);
  await receive(base, channel, [
    inboundText({ from: { phone: "85262000002", name: "李小美" }, sentAt: late }),
    inboundText({ from: { phone: "85262000003", name: "陳一" } }),
  ]);
  const [, beauty] = await conversationRows(base, channel);
  await post("CloseConversation", { conversationId: beauty?.conversation_id });
  const names = async (body: object) => (await list(body)).list.map(({ nickname }) => nickname).sort();
  expect(await names({})).toEqual(["李小美", "王大明", "陳一"]);
  expect(await names({ state: "open", filters: ["NoReply", "Under24h"] })).toEqual(["王大明", "陳一"]);
  expect(await names({ state: "closed", filters: ["Over24h"] })).toEqual(["李小美"]);
  expect(await names({ filters: ["Over24h", "Under24h"] })).toEqual([]);
  expect(await names({ filter: "NoReply", filters: ["CustomerUnread"] })).toEqual([]);
  expect(await names({ channel: "line" })).toEqual([]);
  expect(await names({ channel: "whatsapp", keywords: "陳" })).toEqual(["陳一"]);
  // Notes about a person are no reason that the list could show.
  await base.owner.query("update lead set notes = '找鋼琴老師' where nickname = '陳一'");
  expect(await names({ keywords: "鋼琴" })).toEqual([]);
  const { counts, stateCounts } = await list({ state: "open", filters: ["Under24h"], counts: "all" });
  expect(counts).toMatchObject({ All: 2, NoReply: 2, Under24h: 2, Over24h: 0, CustomerUnread: 0 });
  expect(stateCounts).toEqual({ open: 2, snoozed: 0, closed: 0 });
  expect((await list({ counts: "all" })).stateCounts).toEqual({ open: 2, snoozed: 0, closed: 1 });
});

test("a returning client learns which conversations it can no longer see, of those it could", async () => {
  const { conversation_id: conversationId, sales_id: holder } = await only();
  const { version } = await list({}, salesToken);
  expect(holder).not.toBeNull();
  const strange = v7();
  const known = [conversationId, strange];
  expect((await list({ changedSince: version, known }, salesToken)).gone).toEqual([strange]);
  const other = await buildAccount(base.db, organization, { role: "sales", branchIds: [organization.branchIds[0]] });
  await base.owner.query("update conversation set sales_id = $1 where conversation_id = $2", [
    other.accountId,
    conversationId,
  ]);
  const away = await list({ changedSince: version, known: [conversationId] }, salesToken);
  expect([away.list, away.gone]).toEqual([[], [conversationId]]);
  expect((await list({ changedSince: version }, salesToken)).gone).toBeUndefined();
  const closed = await list({ changedSince: version, known: [conversationId], state: "closed" });
  expect(closed.gone).toEqual([conversationId]);
});
