import type { ConversationRow } from "@homeroom/contract/chat";
import type { Viewer } from "@homeroom/contract/chat-holding";
import { type AccountId, type ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import type { InboundChannel } from "../channels/queries/channels.ts";
import { buildActor, buildPlace, conversationRows, inboundText, receive, testProvider } from "../for-tests.ts";
import { inboxModule } from "../public.ts";
import { retryMessage } from "../sending/actions/retry-message.ts";
import { sendMessage } from "../sending/actions/send-message.ts";
import { endHoldsOfSession, endIdleHolds } from "./actions/end-holds.ts";
import { holdForAssistant, releaseHold, takeOver } from "./actions/hold-conversation.ts";
import { recordPresence } from "./actions/record-presence.ts";
import { lockConversation } from "./writes/change-conversation.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;
let conversationId: ConversationId;
let leadId: LeadId;
let wang: Actor;
let lin: Actor;

const may = ["chat:message:query", "chat:message:send", "chat:message:all", "chat:message:label"];

const server = prepareServer(base, (platform) => {
  const provider = testProvider();
  const parts = { providers: [provider], databaseUrl: base.access.sessionUrl };
  return [inboxModule(platform, parts)];
});
beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  [wang, lin] = [await person(), await person()];
  await receive(base, channel, [inboundText()]);
  const [row] = await conversationRows(base, channel);
  leadId = LeadId.parse(row?.lead_id);
  conversationId = row?.conversation_id as ConversationId;
});

async function person(permissions = may): Promise<Actor> {
  const { accountId } = await buildAccount(base.db, organization, { role: "sales" });
  return buildActor(organization, { accountId, permissions });
}

const say = (actor: Actor, content = "您好", messageId = MessageId.parse(v7())) =>
  sendMessage(base.db, actor, { leadId, messageId, type: "text", content });

async function holder(): Promise<{ kind: string; account_id: AccountId | null; since: Date } | undefined> {
  const { rows } = await base.owner.query(
    "select kind, account_id, since, session_id from conversation_hold where conversation_id = $1 and expires_at > now()",
    [conversationId],
  );
  return rows[0];
}

const idle = (minutes: number) =>
  base.owner.query(
    `update conversation_hold set expires_at = expires_at - make_interval(mins => $2),
       last_active_at = last_active_at - make_interval(mins => $2) where conversation_id = $1`,
    [conversationId, minutes],
  );

const version = async () => (await conversationRows(base, channel))[0]?.version ?? 0;

test("sending makes the person the holder, and a second person is refused with who and since when", async () => {
  await say(wang);
  const { nickname } = (await base.owner.query("select nickname from account where account_id = $1", [wang.accountId]))
    .rows[0];
  const since = (await holder())?.since.toISOString();
  await expect(say(lin)).rejects.toMatchObject({
    code: "CHAT_TAKEN_BY_OTHER",
    details: { accountID: wang.accountId, nickname, since },
  });
  await say(wang, "再說一句");
  expect((await holder())?.account_id).toBe(wang.accountId);
});

test("repeating a send returns the first message, even if another person is the holder by then", async () => {
  const id = MessageId.parse(v7());
  await say(wang, "一次", id);
  await takeOver(base.db, await person([...may, "chat:message:takeover"]), { conversationId });
  expect((await say(wang, "一次", id)).message_id).toBe(id);
  await expect(say(wang, "另一句")).rejects.toMatchObject({ code: "CHAT_TAKEN_BY_OTHER" });
});

test.each([1, 2, 3])("of people who send at once exactly one becomes the holder (%i)", async () => {
  const people = [wang, lin, await person(), await person()];
  const results = await Promise.allSettled(people.map((one) => say(one)));
  const won = results.filter(({ status }) => status === "fulfilled");
  expect(won).toHaveLength(1);
  const at = results.findIndex(({ status }) => status === "fulfilled");
  expect((await holder())?.account_id).toBe(people[at]?.accountId);
});

test("a refused send leaves nothing behind: no message, no hold, no pause of GPT", async () => {
  await say(wang);
  await base.owner.query("update lead set gpt_status = 1 where lead_id = $1", [leadId]);
  const before = await version();
  await expect(say(lin)).rejects.toMatchObject({ code: "CHAT_TAKEN_BY_OTHER" });
  expect(await version()).toBe(before);
  expect((await base.owner.query("select gpt_status from lead where lead_id = $1", [leadId])).rows[0].gpt_status).toBe(
    1,
  );
});

test("retrying a failed message needs the hold too", async () => {
  const { message_id: id } = await say(wang);
  await base.owner.query("update message set state = 'failed' where message_id = $1", [id]);
  await expect(retryMessage(base.db, lin, id)).rejects.toMatchObject({ code: "CHAT_TAKEN_BY_OTHER" });
  await retryMessage(base.db, wang, id);
});

test("taking over needs the permission, except for one's own lead, and is idempotent", async () => {
  await say(wang);
  await expect(takeOver(base.db, lin, { conversationId })).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  const before = await version();
  const lead = await person([...may, "chat:message:takeover"]);
  await takeOver(base.db, lead, { conversationId });
  await takeOver(base.db, lead, { conversationId });
  expect(await version()).toBe(before + 1);
  await expect(say(wang)).rejects.toMatchObject({ code: "CHAT_TAKEN_BY_OTHER" });
  await base.owner.query("update conversation set sales_id = $2 where conversation_id = $1", [
    conversationId,
    lin.accountId,
  ]);
  await takeOver(base.db, lin, { conversationId });
  await say(lin);
});

test("holding needs the permission to send", async () => {
  const reader = await person(["chat:message:query", "chat:message:all", "chat:message:takeover"]);
  await expect(async () => takeOver(base.db, reader, { conversationId })).rejects.toMatchObject({
    code: "PERMISSION_DENIED",
  });
});

test("after ten idle minutes anybody can write, and everybody is notified once", async () => {
  await say(wang);
  await idle(9);
  await expect(say(lin)).rejects.toMatchObject({ code: "CHAT_TAKEN_BY_OTHER" });
  await idle(2);
  const before = await version();
  await Promise.all([endIdleHolds(base.db), endIdleHolds(base.db)]);
  expect(await version()).toBe(before + 1);
  expect(await holder()).toBeUndefined();
  await say(lin);
  expect((await holder())?.account_id).toBe(lin.accountId);
});

test("an idle hold has no effect even before it is removed, and typing renews it", async () => {
  await say(wang);
  await idle(9);
  await recordPresence(base.db, wang, { conversationId, doing: "typing" });
  await idle(9);
  await expect(say(lin)).rejects.toMatchObject({ code: "CHAT_TAKEN_BY_OTHER" });
  await recordPresence(base.db, lin, { conversationId, doing: "typing" });
  expect((await holder())?.account_id).toBe(wang.accountId);
  await idle(1);
  await say(lin);
});

test("the branch's own minutes count", async () => {
  await base.owner.query(
    `insert into chat_setting (organization_id, setting_id, branch_id, hold_idle_minutes)
     values ($1, gen_random_uuid(), null, 60), ($1, gen_random_uuid(), $2, 2)`,
    [organization.organizationId, organization.branchIds[0]],
  );
  await say(wang);
  await idle(1);
  await expect(say(lin)).rejects.toMatchObject({ code: "CHAT_TAKEN_BY_OTHER" });
  await idle(1);
  await say(lin);
});

test("the end of a session releases its holds, and no others", async () => {
  await say(wang);
  await endHoldsOfSession(base.db, organization.scope, v7());
  expect(await holder()).toBeDefined();
  await endHoldsOfSession(base.db, organization.scope, wang.sessionId);
  await endHoldsOfSession(base.db, organization.scope, wang.sessionId);
  expect(await holder()).toBeUndefined();
});

const locked = <Result>(
  work: (
    tx: Parameters<Parameters<typeof inTransaction>[2]>[0],
    one: NonNullable<Awaited<ReturnType<typeof lockConversation>>>,
  ) => Promise<Result>,
): Promise<Result> =>
  inTransaction(base.db, organization.scope, async (tx) => {
    const conversation = await lockConversation(tx, organization.organizationId, { conversationId });
    if (!conversation) throw new Error("There is no conversation");
    return work(tx, conversation);
  });

test("the assistant can hold a free conversation; a person can take it over, which silences the assistant", async () => {
  expect(await locked(holdForAssistant)).toBe(true);
  expect(await holder()).toMatchObject({ kind: "assistant", account_id: null });
  await say(wang);
  expect((await holder())?.account_id).toBe(wang.accountId);
  expect(await locked(holdForAssistant)).toBe(false);
  expect(await locked(releaseHold)).toMatchObject({ kind: "staff" });
  expect(await locked(releaseHold)).toBeUndefined();
  expect(await locked(holdForAssistant)).toBe(true);
});

async function tokenOf(actor: Actor): Promise<string> {
  await base.owner.query(
    `insert into role_permission (organization_id, role_id, permission) values ($1, $2, 'chat:message:all')
     on conflict do nothing`,
    [organization.organizationId, organization.roles.sales],
  );
  return buildSession(base.db, organization, { accountId: actor.accountId });
}

const card = async (token: string) =>
  (
    await callApi<ConversationRow & { can: { takeOver: boolean } }>(
      server.app,
      `GET /api_chat/Chat/ConversationInfo?conversationId=${conversationId}`,
      { token },
    )
  ).body.resultData;

test("the calls show the holder, name them in refusals, and release the hold", async () => {
  const [first, second] = [await tokenOf(wang), await tokenOf(lin)];
  const send = (token: string) =>
    callApi<never>(server.app, "POST /api_chat/Chat/SendMessage", { token, body: { leadId, content: "您好" } });
  expect((await send(first)).status).toBe(200);
  expect((await card(second))?.holder).toMatchObject({ accountID: wang.accountId, kind: "staff" });
  expect((await card(second))?.can.takeOver).toBe(false);
  const refused = await send(second);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ name: "CHAT_TAKEN_BY_OTHER", code: 100402 });
  const release = (token: string) =>
    callApi(server.app, `GET /api_chat/Chat/Release?conversationId=${conversationId}`, { token });
  expect((await release(second)).status).toBe(200);
  expect((await card(second))?.holder).not.toBeNull();
  expect([(await release(first)).status, (await release(first)).status]).toEqual([200, 200]);
  expect((await card(second))?.holder).toBeNull();
  const taken = await callApi(server.app, "POST /api_chat/Chat/TakeOver", { token: second, body: { conversationId } });
  expect(taken.status).toBe(200);
  expect((await card(first))?.holder?.accountID).toBe(lin.accountId);
});

test("viewers are people whose browsers report it; silent ones expire", async () => {
  const [first, second] = [await tokenOf(wang), await tokenOf(lin)];
  const presence = async (token: string, doing: string) =>
    (
      await callApi<{ viewers: Viewer[] }>(server.app, "POST /api_chat/Chat/Presence", {
        token,
        body: { conversationId, doing },
      })
    ).body.resultData?.viewers;
  const viewers = async (token: string) =>
    (
      await callApi<{ viewers: Viewer[] }>(server.app, `GET /api_chat/Chat/Viewers?conversationId=${conversationId}`, {
        token,
      })
    ).body.resultData?.viewers;
  expect(await presence(first, "viewing")).toEqual([]);
  expect(await presence(second, "typing")).toMatchObject([{ accountID: wang.accountId, typingFor: 0 }]);
  expect(await viewers(first)).toMatchObject([{ accountID: lin.accountId, viewingFor: 40, typingFor: 6 }]);
  const told = await base.owner.query("select 1 from outbox where event = 'conversation.presence-changed'");
  await presence(second, "typing");
  await presence(first, "viewing");
  expect(
    (await base.owner.query("select 1 from outbox where event = 'conversation.presence-changed'")).rows,
  ).toHaveLength(told.rows.length);
  await base.owner.query("update conversation_viewer set viewing_until = now() - interval '1 second'");
  expect(await viewers(first)).toEqual([]);
  await presence(second, "viewing");
  await presence(second, "left");
  await presence(second, "left");
  expect(await viewers(first)).toEqual([]);
});

test("labels are set from the conversation as a whole, using only the organisation's tags", async () => {
  const token = await tokenOf(wang);
  const label = (tag: unknown) =>
    callApi(server.app, "POST /api_chat/Chat/UpdateConversationLabel", { token, body: { leadId, tag } });
  await base.owner.query(
    `insert into list_item (organization_id, item_id, project_id, name, color)
     values ($1, gen_random_uuid(), 1, '重點客戶', 'red'), ($1, gen_random_uuid(), 1, '要試堂', 'blue')`,
    [organization.organizationId],
  );
  const tags = (
    await base.owner.query<{ id: string }>(
      "select item_id as id from list_item where organization_id = $1 and project_id = 1 limit 2",
      [organization.organizationId],
    )
  ).rows.map(({ id }) => id);
  expect((await label(tags)).status).toBe(200);
  expect((await label(tags)).status).toBe(200);
  expect((await card(token))?.labels.map(({ recordID }) => recordID).sort()).toEqual([...tags].sort());
  expect((await label([v7()])).status).toBe(422);
  expect((await label("'; drop table lead")).status).toBe(422);
  expect((await label([])).status).toBe(200);
  expect((await card(token))?.labels).toEqual([]);
});
