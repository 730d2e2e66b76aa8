import { type ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
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
import type { Inbox } from "../inbox.ts";
import { presentChannels } from "../present.ts";
import { sendMessage } from "../sending/actions/send-message.ts";
import { channelsOfLead } from "./queries/conversation-channels.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let actor: Actor;
let provider: TestProvider;
let inbox: Inbox;
let first: TestChannel;
let second: TestChannel;
let leadId: LeadId;
let conversationId: ConversationId;
let inboundId: MessageId;

/** One person who is known in two channels, and wrote through the first. */
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  actor = buildActor(organization);
  provider = testProvider();
  inbox = testInbox(base, provider);
  first = await buildChannel(base, organization);
  second = await buildChannel(base, organization);
  await receive(base, first, [inboundText({ from: { phone: "85261110000" } })]);
  const [row] = await conversationRows(base, first);
  leadId = LeadId.parse(row?.lead_id);
  conversationId = row?.conversation_id as ConversationId;
  const [inbound] = await messageRowsOf(base, conversationId);
  inboundId = MessageId.parse(inbound?.message_id);
  await base.owner.query(
    `insert into channel_contact (organization_id, contact_id, channel_id, lead_id, phone, last_inbound_at, window_ends_at)
     values ($1, $2, $3, $4, '85261110001', now() - interval '2 days', now() + interval '5 hours')`,
    [organization.organizationId, v7(), second.channelId, leadId],
  );
});

function say(given: { channel?: TestChannel; quotedId?: MessageId }) {
  const { channel, quotedId } = given;
  const through = { ...(channel && { channel: channel.channelId }), ...(quotedId && { quotedId }) };
  return sendMessage(base.db, actor, { leadId, type: "text", content: "好的", ...through });
}

test("messages of another channel are quoted for colleagues, but not to a provider that does not know them", async () => {
  const there = await say({ channel: second, quotedId: inboundId });
  const here = await say({ channel: first, quotedId: inboundId });
  expect([there.quoted_id, here.quoted_id]).toEqual([inboundId, inboundId]);
  await deliverAll(inbox, organization.scope, conversationId);
  const [inbound] = await messageRowsOf(base, conversationId);
  expect(provider.sent.map(({ quotedId }) => quotedId)).toEqual([undefined, inbound?.provider_message_id]);
});

test("a kind of channel means the one that the person last wrote in", async () => {
  const write = (channel: "whatsapp" | "line") =>
    sendMessage(base.db, actor, { leadId, type: "text", content: "好的", channel });
  expect((await write("whatsapp")).channel_id).toBe(first.channelId);
  await base.owner.query("update channel set kind = 'line' where channel_id = $1", [second.channelId]);
  expect((await write("line")).channel_id).toBe(second.channelId);
  await base.owner.query("update channel set kind = 'whatsapp' where channel_id = $1", [second.channelId]);
  await expect(write("line")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("each channel has its own window, block and stop; what one refuses can be sent through the other", async () => {
  await base.owner.query("update channel_contact set blocked_at = now() where channel_id = $1", [first.channelId]);
  await base.owner.query(
    "update channel set stopped_at = now(), stopped_reason = 'tokenExpired' where channel_id = $1",
    [first.channelId],
  );
  const shown = await inTransaction(base.db, organization.scope, async (tx) =>
    presentChannels(await channelsOfLead(tx, organization.scope, leadId)),
  );
  expect(shown.map(({ channelId, blocked, stoppedReason }) => [channelId, blocked, stoppedReason])).toEqual([
    [first.channelId, true, "tokenExpired"],
    [second.channelId, false, null],
  ]);
  await expect(say({ channel: first })).rejects.toMatchObject({ code: "CHANNEL_STOPPED" });
  await say({ channel: second });
  await base.owner.query("update channel_contact set window_ends_at = now() where channel_id = $1", [second.channelId]);
  await expect(say({ channel: second })).rejects.toMatchObject({ code: "CHAT_ONLY_TEMPLATE_AFTER_24H" });
});
