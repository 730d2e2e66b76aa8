import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { MessageId } from "@homeroom/contract/ids";
import sharp from "sharp";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import type { InboundChannel } from "../channels/queries/channels.ts";
import { introduceContact } from "../contacts/actions/introduce-contact.ts";
import { changeMessage, lockConversation } from "../conversations/writes/change-conversation.ts";
import {
  buildChannel,
  buildPlace,
  conversationRows,
  inboundText,
  messageRowsOf,
  receive,
  testInbox,
  testProvider,
} from "../for-tests.ts";
import { type InboundEvent, ProviderFailure } from "../port.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;

beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
});

async function onlyConversation() {
  const rows = await conversationRows(base, channel);
  expect(rows).toHaveLength(1);
  const [row] = rows;
  if (!row) throw new Error("There is no conversation");
  return row;
}

test("an unknown person becomes a lead with an owner, a conversation and an open window", async () => {
  const sales = await buildAccount(base.db, organization, { role: "sales" });
  const sentAt = new Date(Date.now() - 60_000);
  await receive(base, channel, [inboundText({ sentAt, from: { phone: "85261234567", name: "陳太" } })]);
  const conversation = await onlyConversation();
  expect(conversation.sales_id).toBe(sales.accountId);
  expect(conversation.unread_count).toBe(1);
  expect(conversation.window_ends_at).toEqual(new Date(sentAt.getTime() + 24 * 3_600_000));
  const lead = await base.owner.query(`select nickname, phone_e164 from lead where lead_id = $1`, [
    conversation.lead_id,
  ]);
  expect(lead.rows).toEqual([{ nickname: "陳太", phone_e164: "85261234567" }]);
  const events = await base.owner.query(`select event from outbox where organization_id = $1 order by outbox_id`, [
    channel.organizationId,
  ]);
  expect(events.rows.map((row) => row.event)).toEqual(["lead.created", "lead.assigned", "message.changed"]);
});

test("messages are numbered in order, and a repeated one changes nothing", async () => {
  const from = { phone: "85261230001" };
  const messages = ["一", "二", "三"].map((text) => inboundText({ from, text }));
  await receive(base, channel, messages);
  await receive(base, channel, messages);
  const conversation = await onlyConversation();
  const rows = await messageRowsOf(base, conversation.conversation_id);
  expect(rows.map((row) => [row.position, row.text])).toEqual([
    [1, "一"],
    [2, "二"],
    [3, "三"],
  ]);
  expect(conversation.unread_count).toBe(3);
});

test("the window depends on the time of the message: an old one opens none, one from an ad opens three days", async () => {
  const from = { phone: "85261230002" };
  const old = new Date(Date.now() - 30 * 3_600_000);
  await receive(base, channel, [inboundText({ from, sentAt: old })]);
  expect((await onlyConversation()).window_ends_at?.getTime()).toBeLessThan(Date.now());
  const now = new Date();
  await receive(base, channel, [inboundText({ from, sentAt: now, referral: { sourceType: "ad" } })]);
  expect((await onlyConversation()).window_ends_at).toEqual(new Date(now.getTime() + 72 * 3_600_000));
});

test("a future time counts as now", async () => {
  await receive(base, channel, [inboundText({ sentAt: new Date(Date.now() + 9 * 86_400_000) })]);
  const ends = (await onlyConversation()).window_ends_at?.getTime() ?? 0;
  expect(ends).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
});

test("two rows that turn out to be one person become one contact", async () => {
  const byNumber = inboundText({ from: { phone: "85261230003" }, sentAt: new Date(Date.now() - 5000) });
  const byId = inboundText({ from: { userId: "HK.abc" } });
  await receive(base, channel, [byNumber, byId]);
  expect(await conversationRows(base, channel)).toHaveLength(2);
  await receive(base, channel, [inboundText({ from: { userId: "HK.abc", phone: "85261230003" } })]);
  const contacts = await base.owner.query(`select provider_user_id, phone from channel_contact where channel_id = $1`, [
    channel.channelId,
  ]);
  expect(contacts.rows).toEqual([{ provider_user_id: "HK.abc", phone: "85261230003" }]);
  const rows = await conversationRows(base, channel);
  expect(new Set(rows.map((row) => row.contact_id)).size).toBe(1);
  // It goes on where the person wrote last.
  const counts = await Promise.all(rows.map(async (row) => (await messageRowsOf(base, row.conversation_id)).length));
  expect(counts).toEqual([1, 2]);
});

test("two rows become one while somebody writes in the conversation of one of them", async () => {
  await receive(base, channel, [
    inboundText({ from: { phone: "85261230013" }, sentAt: new Date(Date.now() - 5000) }),
    inboundText({ from: { userId: "HK.def" } }),
  ]);
  const [first] = await conversationRows(base, channel);
  if (!first) throw new Error("There is no conversation");
  const [said] = await messageRowsOf(base, first.conversation_id);
  const messageId = MessageId.parse(said?.message_id);
  let becoming: Promise<void> = Promise.resolve();
  await inTransaction(base.db, organization.scope, async (tx) => {
    const held = await lockConversation(tx, organization.organizationId, { conversationId: first.conversation_id });
    if (!held) throw new Error("There is no conversation");
    becoming = receive(base, channel, [inboundText({ from: { userId: "HK.def", phone: "85261230013" } })]);
    await sleep(300);
    await changeMessage(tx, held, { messageId, change: {} });
  });
  await becoming;
  const rows = await conversationRows(base, channel);
  expect(new Set(rows.map((row) => row.contact_id)).size).toBe(1);
  const told = await base.owner.query(
    "select from outbox where event = 'conversation.changed' and payload ->> 'conversationId' = $1",
    [first.conversation_id],
  );
  expect(told.rowCount).toBe(1);
});

test("when two rows become one, a message that waits in another conversation still reaches the person", async () => {
  const person = { phone: "85261230014" };
  await receive(base, channel, [
    inboundText({ from: person, sentAt: new Date(Date.now() - 5000) }),
    inboundText({ from: { userId: "HK.ghi" } }),
    inboundText({ from: { phone: "85261230015" } }),
  ]);
  const [dropped, , third] = await conversationRows(base, channel);
  const waiting = await base.owner.query(
    `update message set direction = 'out', state = 'queued', contact_id = $2 where conversation_id = $1 returning message_id`,
    [third?.conversation_id, dropped?.contact_id],
  );
  await receive(base, channel, [inboundText({ from: { ...person, userId: "HK.ghi" } })]);
  const named = await base.owner.query(
    "select provider_user_id from message join channel_contact using (contact_id) where message_id = $1",
    [waiting.rows[0]?.message_id],
  );
  expect(named.rows).toEqual([{ provider_user_id: "HK.ghi" }]);
});

test("a person known only by an id gets a name even if the provider delays the profile", async () => {
  await receive(base, channel, [inboundText({ from: { userId: "HK.unnamed" } })]);
  const { contact_id: contactId, lead_id: leadId } = await onlyConversation();
  const provider = testProvider();
  const inbox = testInbox(base, provider);
  const tooFast = {
    class: "rate-limited",
    code: "429",
    reason: "sendingTooFast",
    detail: "",
    stops: "channel",
  } as const;
  provider.fetchProfile = async () => {
    throw new ProviderFailure(tooFast);
  };
  await expect(introduceContact(inbox, organization.scope, contactId)).rejects.toThrow(ProviderFailure);
  provider.fetchProfile = async () => ({ name: "阿明" });
  await introduceContact(inbox, organization.scope, contactId);
  const lead = await base.owner.query("select nickname from lead where lead_id = $1", [leadId]);
  expect(lead.rows).toEqual([{ nickname: "阿明" }]);
});

test("a profile's picture that nobody needs any more is not kept", async () => {
  await receive(base, channel, [inboundText({ from: { userId: "HK.unnamed" } })]);
  const { contact_id: contactId } = await onlyConversation();
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#369" } })
    .png()
    .toBuffer();
  const provider = testProvider();
  provider.downloadPicture = async () => {
    return { stream: Readable.from([bytes]), contentType: "image/png", size: bytes.length };
  };
  provider.fetchProfile = async () => {
    // Another process is faster.
    await base.owner.query("update channel_contact set profile_name = '阿明' where contact_id = $1", [contactId]);
    return { name: "阿明", pictureAddress: "https://profile.test/1" };
  };
  await introduceContact(testInbox(base, provider), organization.scope, contactId);
  const files = await base.owner.query("select from stored_file where organization_id = $1", [channel.organizationId]);
  expect(files.rowCount).toBe(0);
});

test("a person without a readable profile is named after their id, and queried again later", async () => {
  const userId = `U${organization.organizationId.replaceAll("-", "")}`;
  await receive(base, channel, [inboundText({ from: { userId } })]);
  const { contact_id: contactId, lead_id: leadId } = await onlyConversation();
  const name = async () =>
    (await base.owner.query("select nickname from lead where lead_id = $1", [leadId])).rows[0]?.nickname;
  expect(await name()).toBe(`WhatsApp ${userId.slice(-6)}`);
  const provider = testProvider();
  const inbox = testInbox(base, provider);
  provider.fetchProfile = async () => null;
  const again = await introduceContact(inbox, organization.scope, contactId);
  expect(again?.getTime()).toBeGreaterThan(Date.now());
  provider.fetchProfile = async () => ({ name: "阿明" });
  // It was just asked for.
  expect(await introduceContact(inbox, organization.scope, contactId)).toBeNull();
  expect(await name()).toBe(`WhatsApp ${userId.slice(-6)}`);
  await base.owner.query(
    "update channel_contact set profile_asked_at = now() - interval '2 hours' where contact_id = $1",
    [contactId],
  );
  const asked = async () =>
    (await base.owner.query("select from outbox where event = 'contact.unnamed' and aggregate_id = $1", [contactId]))
      .rowCount;
  const before = await asked();
  await receive(base, channel, [inboundText({ from: { userId } })]);
  expect(await asked()).toBe((before ?? 0) + 1);
  await introduceContact(inbox, organization.scope, contactId);
  expect(await name()).toBe("阿明");
});

test("other events of a known person add one system line; a stranger's add nothing", async () => {
  const from = { phone: "85261239901" };
  const happening = (who = from): InboundEvent => ({
    type: "happening",
    happening: "beacon",
    providerType: "beacon",
    from: who,
    at: new Date(),
  });
  await receive(base, channel, [inboundText({ from }), happening(), happening()]);
  await receive(base, channel, [
    inboundText({ from, groupId: "g1", text: "大家好" }),
    happening({ phone: "85261239902" }),
  ]);
  const conversation = await onlyConversation();
  const rows = await messageRowsOf(base, conversation.conversation_id);
  expect(rows.map(({ kind, text }) => [kind, text])).toEqual([
    ["text", "請問還有鋼琴班嗎？"],
    ["system", ""],
    ["system", ""],
  ]);
  expect(conversation.unread_count).toBe(1);
});

test("a number of an existing lead is found", async () => {
  await receive(base, channel, [inboundText({ from: { phone: "85261230004" } })]);
  const other = await buildChannel(base, organization);
  await receive(base, other, [inboundText({ from: { phone: "85261230004" } })]);
  const conversation = await onlyConversation();
  expect(await messageRowsOf(base, conversation.conversation_id)).toHaveLength(2);
});

test("each side has one reaction, the newest wins, and an early one waits for its message", async () => {
  const from = { phone: "85261230005" };
  const message = inboundText({ from });
  const reaction = (emoji: string, at: number) =>
    inboundText({
      from,
      kind: "reaction",
      sentAt: new Date(at),
      details: { emoji, targetId: message.providerMessageId },
    });
  const now = Date.now();
  await receive(base, channel, [reaction("👍", now)]);
  await receive(base, channel, [message]);
  const reactions = async () =>
    (await base.owner.query(`select emoji from message_reaction where organization_id = $1`, [channel.organizationId]))
      .rows;
  expect(await reactions()).toEqual([{ emoji: "👍" }]);
  await receive(base, channel, [reaction("❤️", now + 2000), reaction("😂", now + 1000)]);
  expect(await reactions()).toEqual([{ emoji: "❤️" }]);
  await receive(base, channel, [reaction("", now + 4000), reaction("😮", now + 3000)]);
  expect(await reactions()).toEqual([{ emoji: "" }]);
  expect((await onlyConversation()).unread_count).toBe(1);
});

test("edits and withdrawals change their message, in any order", async () => {
  const from = { phone: "85261230006" };
  const message = inboundText({ from, text: "星期一" });
  const originalId = message.providerMessageId;
  const edit = (text: string, at: number) =>
    ({ type: "revision", revision: "edit", from, originalId, text, at: new Date(at) }) as const;
  await receive(base, channel, [edit("星期三", 3000), message, edit("星期二", 2000)]);
  const { conversation_id } = await onlyConversation();
  expect((await messageRowsOf(base, conversation_id)).map((row) => row.text)).toEqual(["星期三"]);
  await receive(base, channel, [{ type: "revision", revision: "revoke", from, originalId, at: new Date(4000) }]);
  await receive(base, channel, [edit("星期四", 5000)]);
  const [row] = await messageRowsOf(base, conversation_id);
  expect(row?.revoked_at).toEqual(new Date(4000));
  expect(row?.text).toBe("星期三");
});

test("an opt-out is kept, even for an unknown person, and an older message does not undo it", async () => {
  const from = { phone: "85261230007" };
  const say = (marketing: "stop" | "resume", at: number) =>
    ({ type: "preference", from, marketing, at: new Date(at) }) as const;
  const stoppedAt = async () =>
    (
      await base.owner.query(`select marketing_stopped_at from channel_contact where channel_id = $1`, [
        channel.channelId,
      ])
    ).rows[0]?.marketing_stopped_at;
  await receive(base, channel, [say("stop", 2000)]);
  expect(await conversationRows(base, channel)).toHaveLength(0);
  await receive(base, channel, [inboundText({ from })]);
  expect(await stoppedAt()).toEqual(new Date(2000));
  await receive(base, channel, [say("resume", 1000)]);
  expect(await stoppedAt()).toEqual(new Date(2000));
  await receive(base, channel, [say("resume", 3000)]);
  expect(await stoppedAt()).toBeNull();
});

test("an opt-out of an unknown person applies once they are known by their number", async () => {
  const [userId, phone] = ["HK.13491208655302741918", "85261230017"];
  const stop = { type: "preference", from: { userId, phone }, marketing: "stop", at: new Date(2000) } as const;
  await receive(base, channel, [stop, inboundText({ from: { phone } })]);
  const found = await base.owner.query("select marketing_stopped_at from channel_contact where channel_id = $1", [
    channel.channelId,
  ]);
  expect(found.rows).toEqual([{ marketing_stopped_at: new Date(2000) }]);
});

test("an opt-out under an unknown id applies to the person with that id", async () => {
  const [userId, phone] = ["HK.13491208655302741919", "85261230019"];
  const stop = { type: "preference", from: { userId }, marketing: "stop", at: new Date(2000) } as const;
  await receive(base, channel, [
    inboundText({ from: { phone } }),
    stop,
    inboundText({ from: { userId, phone } }),
    { ...stop, marketing: "resume", at: new Date(1000) },
  ]);
  const found = await base.owner.query("select marketing_stopped_at from channel_contact where channel_id = $1", [
    channel.channelId,
  ]);
  expect(found.rows).toEqual([{ marketing_stopped_at: new Date(2000) }]);
});

test("a customer whose number changes stays the same contact", async () => {
  const from = { phone: "85261230008" };
  await receive(base, channel, [inboundText({ from })]);
  await receive(base, channel, [{ type: "identity", from, to: { phone: "85261239999" }, at: new Date() }]);
  await receive(base, channel, [inboundText({ from: { phone: "85261239999" } })]);
  const conversation = await onlyConversation();
  const kinds = (await messageRowsOf(base, conversation.conversation_id)).map((row) => row.kind);
  expect(kinds).toEqual(["text", "system", "text"]);
});

test("a customer who uses a new id before the provider reports it stays one contact", async () => {
  const before = { userId: "HK.20000000000000000001", phone: "85261230021" };
  const now = { userId: "HK.20000000000000000002" };
  await receive(base, channel, [inboundText({ from: before }), inboundText({ from: now })]);
  const { userId } = before;
  await receive(base, channel, [{ type: "identity", from: { userId }, to: now, at: new Date() }]);
  const found = await base.owner.query("select provider_user_id, phone from channel_contact where channel_id = $1", [
    channel.channelId,
  ]);
  expect(found.rows).toEqual([{ provider_user_id: now.userId, phone: before.phone }]);
});

test("when two contacts merge, a message after a block lifts it, and the latest opt-out counts", async () => {
  const [userId, phone] = ["HK.20000000000000000003", "85261230022"];
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await receive(base, channel, [inboundText({ from: { phone }, text: "退訂", sentAt: ago(30) })]);
  await base.owner.query("update channel_contact set blocked_at = $2 where channel_id = $1", [
    channel.channelId,
    ago(20),
  ]);
  const both = { userId, phone };
  await receive(base, channel, [
    inboundText({ from: { userId }, sentAt: ago(10) }),
    { type: "preference", from: both, marketing: "resume", at: ago(40) },
  ]);
  const found = await base.owner.query(
    "select blocked_at, marketing_words from channel_contact where channel_id = $1",
    [channel.channelId],
  );
  expect(found.rows).toEqual([{ blocked_at: null, marketing_words: "退訂" }]);
});

test("a system line opens no window and is not unread, and messages in a group only add a system line", async () => {
  const from = { phone: "85261230009" };
  await receive(base, channel, [inboundText({ from, kind: "system", text: "" })]);
  await receive(base, channel, [inboundText({ from, groupId: v7() })]);
  const conversation = await onlyConversation();
  expect(conversation).toMatchObject({ unread_count: 0, window_ends_at: null, last_position: 2 });
  const [, line] = await messageRowsOf(base, conversation.conversation_id);
  expect(line).toMatchObject({ kind: "system", text: "" });
});
