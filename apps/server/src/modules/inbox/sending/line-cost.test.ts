import { type ConversationCard, chat } from "@homeroom/contract/chat";
import { LeadId, MessageId } from "@homeroom/contract/ids";
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
  receive,
  type TestChannel,
  testInbox,
  testProvider,
} from "../for-tests.ts";
import type { MessagingProvider } from "../port.ts";
import { inboxModule } from "../public.ts";
import { sendMessage } from "./actions/send-message.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let actor: Actor;
let token: string;

const server = prepareServer(base, (platform) => [
  inboxModule(platform, { providers: [], databaseUrl: base.access.sessionUrl }),
]);
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  const { accountId } = await buildAccount(base.db, organization, { role: "owner" });
  token = await buildSession(base.db, organization, { accountId, branchId: organization.branchIds[0] });
  actor = buildActor(organization, { accountId });
  const built = await buildChannel(base, organization);
  await base.owner.query("update channel set kind = 'line', quota_used = 498, quota_limit = 500, quota_at = now()");
  channel = { ...built, kind: "line" };
});

const friend = { userId: `U${"c".repeat(32)}` };
const hear = (replyToken?: string) =>
  receive(base, channel, [inboundText({ from: friend, ...(replyToken && { replyToken }) })]);

async function opened() {
  const [row] = await conversationRows(base, channel);
  if (!row) throw new Error("There is no conversation");
  return { leadId: LeadId.parse(row.lead_id), conversationId: row.conversation_id };
}

async function card(): Promise<ConversationCard> {
  const { conversationId } = await opened();
  const path: `GET /${string}` = `GET ${chat.conversationInfo.path as `/${string}`}?conversationId=${conversationId}`;
  const { resultData } = (await callApi<ConversationCard>(server.app, path, { token })).body;
  if (!resultData) throw new Error("The card was refused");
  return resultData;
}

/** Says something, and hands it to a LINE that answers events for free and counts what is pushed. */
async function say(content: string): Promise<void> {
  const { leadId, conversationId } = await opened();
  const messageId = MessageId.parse(v7());
  await sendMessage(base.db, actor, { leadId, messageId, type: "text", content });
  const provider: MessagingProvider = {
    ...testProvider(),
    kind: "line",
    reply: async (_channel, { messages }) => messages.map(({ id }) => ({ providerMessageId: id })),
    quota: async () => ({ limit: 500, used: 0 }),
  };
  await deliverAll(testInbox(base, provider), organization.scope, conversationId);
}

test("an answer within the minute is free, and the card shows until when", async () => {
  const before = Date.now();
  await hear(v7());
  const { line, channels } = await card();
  const until = new Date(line?.freeUntil ?? 0).getTime();
  expect(until).toBeGreaterThan(before + 45_000);
  expect(until).toBeLessThanOrEqual(Date.now() + 50_000);
  expect(channels[0]?.line).toEqual(line);
  await say("免費");
  expect((await card()).line).toEqual({ freeUntil: null, quota: { limit: 500, used: 498 } });
});

test("pushed messages count at once, and no more are accepted when the month is used up", async () => {
  await hear();
  await say("第一");
  expect((await card()).line).toEqual({ freeUntil: null, quota: { limit: 500, used: 499 } });
  await say("第二");
  await expect(say("第三")).rejects.toMatchObject({ code: "CHAT_QUOTA_EXCEEDED" });
  await hear(v7());
  await say("但可以回覆");
  expect((await card()).line?.quota).toEqual({ limit: 500, used: 500 });
});

test("last month's quota does not apply to this one, nor an old token to an answer", async () => {
  await hear(v7());
  await base.owner.query("update channel set quota_at = now() - interval '32 days'");
  await base.owner.query("update channel_contact set reply_token_at = now() - interval '51 seconds'");
  expect((await card()).line).toEqual({ freeUntil: null, quota: null });
});

test("a WhatsApp conversation has no such cost", async () => {
  await base.owner.query("update channel set kind = 'whatsapp'");
  channel = { ...channel, kind: "whatsapp" };
  await receive(base, channel, [inboundText()]);
  const { line, channels } = await card();
  expect([line, channels.map((one) => [one.line, one.stoppedReason])]).toEqual([null, [[null, null]]]);
});

test("the card shows why a channel was stopped, wherever it is chosen", async () => {
  await hear();
  await base.owner.query("update channel set stopped_at = now(), stopped_reason = 'tokenExpired'");
  expect((await card()).channels.map(({ stoppedReason }) => stoppedReason)).toEqual(["tokenExpired"]);
});
