import { chat } from "@homeroom/contract/chat";
import { type ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import {
  buildActor,
  buildChannel,
  conversationRows,
  deliverAll,
  inboundText,
  messageRowsOf,
  receive,
  type TestChannel,
  type TestProvider,
  testInbox,
  testProvider,
} from "../for-tests.ts";
import { inboxModule } from "../public.ts";
import { sendMessage } from "./actions/send-message.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let line: TestChannel;
let actor: Actor;
let token: string;
let provider: TestProvider;
let leadId: LeadId;
let conversationId: ConversationId;

const server = prepareServer(base, (platform) => [
  inboxModule(platform, { providers: [], databaseUrl: base.access.sessionUrl }),
]);
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  const { accountId } = await buildAccount(base.db, organization, { role: "owner" });
  token = await buildSession(base.db, organization, { accountId, branchId: organization.branchIds[0] });
  actor = buildActor(organization, { accountId });
  const channel = await buildChannel(base, organization);
  await base.owner.query("update channel set kind = 'line' where channel_id = $1", [channel.channelId]);
  line = { ...channel, kind: "line" };
  provider = { ...testProvider(), kind: "line" };
  const from = { userId: `U${"b".repeat(32)}` };
  await receive(base, line, [inboundText({ from, details: { quoteToken: "theirs", readToken: "read" } })]);
  const [row] = await conversationRows(base, line);
  leadId = LeadId.parse(row?.lead_id);
  conversationId = row?.conversation_id as ConversationId;
});

const say = (content: string, quotedId?: MessageId, channel = line) =>
  sendMessage(base.db, actor, {
    leadId,
    channel: channel.channelId,
    messageId: MessageId.parse(v7()),
    type: "text",
    content,
    ...(quotedId && { quotedId }),
  });

async function first(direction: "in" | "out"): Promise<MessageId> {
  const rows = await messageRowsOf(base, conversationId);
  return MessageId.parse(rows.find((row) => row.direction === direction)?.message_id);
}

test("customers' messages and our own are quoted with the token that LINE gave for each", async () => {
  provider.send = async (_channel, message) => {
    provider.sent.push(message);
    return { providerMessageId: `line.${message.id}`, quoteToken: `ours.${provider.sent.length}` };
  };
  await say("有的", await first("in"));
  await deliverAll(testInbox(base, provider), organization.scope, conversationId);
  await say("週六上午", await first("out"));
  await deliverAll(testInbox(base, provider), organization.scope, conversationId);
  expect(provider.sent.map(({ quotedToken }) => quotedToken)).toEqual(["theirs", "ours.1"]);
});

test("a message without a token is answered without a quote", async () => {
  await say("沒有代碼");
  await deliverAll(testInbox(base, provider), organization.scope, conversationId);
  await say("接著說", await first("out"));
  await deliverAll(testInbox(base, provider), organization.scope, conversationId);
  expect(provider.sent[1]).not.toHaveProperty("quotedToken");
});

test("a message of one channel is not quoted in another", async () => {
  const whatsapp = await buildChannel(base, organization);
  await base.owner.query(
    `insert into channel_contact (organization_id, contact_id, channel_id, lead_id, phone, last_inbound_at, window_ends_at)
     values ($1, $2, $3, $4, '85261110009', now(), now() + interval '1 day')`,
    [organization.organizationId, v7(), whatsapp.channelId, leadId],
  );
  const other = testProvider();
  await say("改用 WhatsApp", await first("in"), whatsapp);
  await deliverAll(testInbox(base, other), organization.scope, conversationId);
  expect(other.sent).toHaveLength(1);
  expect(other.sent[0]).not.toHaveProperty("quotedId");
});

test("tokens are not sent to browsers, only which messages can be quoted", async () => {
  const { path } = chat.messageList;
  const answer = await callApi<{ list: { details: object }[] }>(server.app, `POST ${path as `/${string}`}`, {
    token,
    body: { conversationId },
  });
  expect(answer.body.resultData?.list.map(({ details }) => details)).toEqual([{ quotable: true }]);
});

test("a quoted message that moved to another conversation is shown only to people who see that one", async () => {
  const quoted = await first("in");
  await say("有的", quoted);
  await receive(base, line, [inboundText({ from: { userId: `U${"c".repeat(32)}` } })]);
  const other = (await conversationRows(base, line)).find((row) => row.conversation_id !== conversationId);
  await base.owner.query("update message set conversation_id = $2, position = 99 where message_id = $1", [
    quoted,
    other?.conversation_id,
  ]);
  const { path } = chat.messageList;
  const answer = await callApi<{ list: { quoted: object }[] }>(server.app, `POST ${path as `/${string}`}`, {
    token,
    body: { conversationId },
  });
  expect(answer.body.resultData?.list).toMatchObject([{ quoted: { messageId: null, text: "" } }]);
});

test("a quote is shown even if the quoted message arrived later", async () => {
  const from = { userId: `U${"b".repeat(32)}` };
  await receive(base, line, [
    inboundText({ from, quotedId: "line.late" }),
    inboundText({ from, providerMessageId: "line.late", text: "遲到的" }),
  ]);
  const { path } = chat.messageList;
  const answer = await callApi<{ list: { messageId: string; quoted: object | null }[] }>(
    server.app,
    `POST ${path as `/${string}`}`,
    { token, body: { conversationId } },
  );
  const [, quoting, quoted] = answer.body.resultData?.list ?? [];
  expect(quoting?.quoted).toEqual({ messageId: quoted?.messageId, text: "遲到的", direction: "in" });
});
