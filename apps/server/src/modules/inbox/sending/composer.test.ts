import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ConversationId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { storeFile } from "#modules/files/public";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { addNote, deleteNote, editNote } from "../conversations/actions/write-note.ts";
import {
  buildActor,
  conversationRows,
  inboundText,
  messageRowsOf,
  prepareTalk,
  receive,
  statusOf,
} from "../for-tests.ts";
import { forwardMessages } from "./actions/forward-messages.ts";
import { reactToMessage } from "./actions/react-to-message.ts";
import { editScheduled, removeScheduled, scheduleMessage } from "./actions/schedule-message.ts";
import { sendMessage } from "./actions/send-message.ts";
import { sendReaction } from "./actions/send-reaction.ts";
import { sendScheduled } from "./actions/send-scheduled.ts";
import { undoSend } from "./actions/undo-send.ts";

const base = prepareDatabase();

const permissions = [
  "chat:message:query",
  "chat:message:send",
  "chat:message:all",
  "chat:message:forward",
  "chat:message:takeover",
];
const talk = prepareTalk(base, { role: "owner", permissions });

const form = (content: string, undoSeconds = 0) => ({
  leadId: talk.leadId,
  messageId: MessageId.parse(v7()),
  type: "text" as const,
  content,
  undoSeconds,
});

const said = () => talk.provider.sent.map(({ content }) => ("text" in content ? content.text : content.kind));

test("a waiting message can be taken back: it is never sent, but later ones are", async () => {
  const first = await sendMessage(base.db, talk.actor, form("寫錯了", 5));
  await sendMessage(base.db, talk.actor, form("後面的"));
  await talk.deliver();
  expect(said()).toEqual([]);
  const undone = await undoSend(base.db, talk.actor, first.message_id);
  expect(undone).toMatchObject({ state: "cancelled", text: "" });
  await talk.deliver();
  expect(said()).toEqual(["後面的"]);
  await undoSend(base.db, talk.actor, first.message_id);
  expect((await talk.ours()).map(({ state }) => state)).toEqual(["cancelled", "accepted"]);
});

test("taking a message back restores the conversation's previous state", async () => {
  const [before] = await conversationRows(base, talk.channel);
  const message = await sendMessage(base.db, talk.actor, form("寫錯了", 5));
  await undoSend(base.db, talk.actor, message.message_id);
  const shown = `select last_message_id, last_direction, customer_unread from conversation where conversation_id = $1`;
  const { rows } = await base.owner.query(shown, [talk.conversationId]);
  expect(rows[0]).toMatchObject({ last_direction: "in", customer_unread: false });
  expect(rows[0]?.last_message_id).not.toBe(message.message_id);
  expect(before?.customer_unread).toBe(false);
});

test("taking back the first message to a silent friend leaves their place in the list", async () => {
  await base.owner.query("update channel set kind = 'line' where channel_id = $1", [talk.channel.channelId]);
  const friend = { userId: "U1", name: "阿明" };
  const at = new Date(Date.now() - 60_000);
  await receive(base, talk.channel, [{ type: "relation", relation: "follow", from: friend, at, eventId: v7() }]);
  const standing = async () =>
    (
      await base.owner.query(
        `select last_message_id, last_message_at, last_direction, customer_unread from conversation c
         join channel_contact using (organization_id, contact_id) where provider_user_id = 'U1'
           and c.organization_id = $1`,
        [talk.organization.organizationId],
      )
    ).rows[0];
  const before = await standing();
  expect(before).toMatchObject({ last_message_id: expect.any(String), last_direction: null });
  const [, row] = await conversationRows(base, talk.channel);
  const sent = await sendMessage(base.db, talk.actor, { ...form("您好", 5), leadId: LeadId.parse(row?.lead_id) });
  await undoSend(base.db, talk.actor, sent.message_id);
  expect(await standing()).toMatchObject({ ...before, last_message_at: expect.any(Date) });
});

test("an internal note does not hide that the customer has read", async () => {
  await sendMessage(base.db, talk.actor, form("一"));
  await talk.deliver();
  const unread = async () => (await conversationRows(base, talk.channel))[0]?.customer_unread;
  expect(await unread()).toBe(true);
  const row = await scheduleMessage(base.db, talk.actor, scheduled(at(30)));
  await base.owner.query("update channel_contact set blocked_at = now() where organization_id = $1", [
    talk.organization.organizationId,
  ]);
  await makeDue(row.scheduled_id);
  await sendScheduled(base.db, talk.organization.scope, row.scheduled_id);
  await receive(base, talk.channel, [statusOf(`wamid.${talk.provider.sent[0]?.id}`, "read")]);
  expect(await unread()).toBe(false);
});

test("a sent message stays, and nobody can take back another person's", async () => {
  const sent = await sendMessage(base.db, talk.actor, form("已送出"));
  await talk.deliver();
  await expect(undoSend(base.db, talk.actor, sent.message_id)).rejects.toMatchObject({ code: "MESSAGE_UNDO_TOO_LATE" });
  const waiting = await sendMessage(base.db, talk.actor, form("等待", 5));
  const other = buildActor(talk.organization, { permissions });
  await expect(undoSend(base.db, other, waiting.message_id)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
});

test("taking back and sending at the same moment end in one of the two", async () => {
  const message = await sendMessage(base.db, talk.actor, form("同時"));
  const [undone] = await Promise.allSettled([undoSend(base.db, talk.actor, message.message_id), talk.deliver()]);
  await talk.deliver();
  const [row] = await talk.ours();
  expect(talk.provider.sent).toHaveLength(undone.status === "fulfilled" ? 0 : 1);
  expect(row?.state).toBe(undone.status === "fulfilled" ? "cancelled" : "accepted");
});

test("a note is part of the thread, notifies the people it mentions, and changes nothing for the customer", async () => {
  const [before] = await conversationRows(base, talk.channel);
  const colleague = await buildAccount(base.db, talk.organization, { role: "admin" });
  const messageId = MessageId.parse(v7());
  const note = { conversationId: talk.conversationId, content: "請跟進", mentions: [colleague.accountId], messageId };
  await addNote(base.db, talk.actor, note);
  await addNote(base.db, talk.actor, note);
  await talk.deliver();
  expect(said()).toEqual([]);
  const [after] = await conversationRows(base, talk.channel);
  expect(after).toMatchObject({ unread_count: before?.unread_count, window_ends_at: before?.window_ends_at });
  const told = await base.owner.query(
    "select payload from outbox where event = 'note.colleagues-mentioned' and payload ->> 'conversationId' = $1",
    [talk.conversationId],
  );
  expect(told.rows.map(({ payload }) => payload.accountIds)).toEqual([[colleague.accountId]]);
  await editNote(base.db, talk.actor, { messageId, content: "改寫", mentions: [colleague.accountId] });
  expect((await talk.ours()).map(({ kind, text }) => [kind, text])).toEqual([["note", "改寫"]]);
  await editNote(base.db, talk.actor, { messageId, content: "再改" });
  expect((await talk.ours())[0]).toMatchObject({ details: { mentions: [{ accountID: colleague.accountId }] } });
  await deleteNote(base.db, talk.actor, messageId);
  expect((await talk.ours())[0]).toMatchObject({ text: "", revoked_at: expect.any(Date) });
  await expect(deleteNote(base.db, talk.actor, messageId)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a note mentions only people with access to the conversation, and only its author changes it", async () => {
  const stranger = await buildAccount(base.db, await buildOrganization(base.db), { role: "owner" });
  const words = { conversationId: talk.conversationId, content: "請跟進", mentions: [stranger.accountId] };
  await expect(addNote(base.db, talk.actor, words)).rejects.toMatchObject({ code: "FIELD_INVALID" });
  const mine = await addNote(base.db, talk.actor, { ...words, mentions: [] });
  const other = buildActor(talk.organization, { permissions });
  const change = { messageId: mine.message_id, content: "竄改", mentions: [] };
  await expect(editNote(base.db, other, change)).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
  await expect(sendMessage(base.db, talk.actor, { ...form("引用"), quotedId: mine.message_id })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const scheduled = (sendAt: string) => ({
  leadId: talk.leadId,
  scheduledId: RecordId.parse(v7()),
  type: "text" as const,
  content: "稍後",
  sendAt,
});

async function makeDue(id: string): Promise<void> {
  await base.owner.query("update scheduled_message set send_at = now() - interval '1 second' where scheduled_id = $1", [
    id,
  ]);
}

test("a scheduled message is sent once at its time, and the customer's messages stay unread", async () => {
  const wanted = scheduled(at(30));
  await Promise.all([scheduleMessage(base.db, talk.actor, wanted), scheduleMessage(base.db, talk.actor, wanted)]);
  await sendScheduled(base.db, talk.organization.scope, wanted.scheduledId);
  expect(await talk.ours()).toEqual([]);
  await makeDue(wanted.scheduledId);
  await Promise.all([1, 2, 3].map(() => sendScheduled(base.db, talk.organization.scope, wanted.scheduledId)));
  await talk.deliver();
  expect(said()).toEqual(["稍後"]);
  expect((await conversationRows(base, talk.channel))[0]?.unread_count).toBe(1);
});

test("times in the past or after the window are refused", async () => {
  const code = (sendAt: string) => scheduleMessage(base.db, talk.actor, scheduled(sendAt)).catch((error) => error.code);
  expect(await code(at(-1))).toBe("SCHEDULE_TIME_NOT_FUTURE");
  expect(await code(at(25 * 60))).toBe("SCHEDULE_BEYOND_WINDOW");
});

test("a scheduled message that can no longer be sent fails, the thread shows it, and its author is notified", async () => {
  const row = await scheduleMessage(base.db, talk.actor, scheduled(at(30)));
  await base.owner.query("update channel_contact set blocked_at = now() where organization_id = $1", [
    talk.organization.organizationId,
  ]);
  await makeDue(row.scheduled_id);
  await sendScheduled(base.db, talk.organization.scope, row.scheduled_id);
  await sendScheduled(base.db, talk.organization.scope, row.scheduled_id);
  expect((await talk.ours()).map(({ kind }) => kind)).toEqual(["system"]);
  const told = await base.owner.query(
    "select payload from outbox where event = 'message.scheduled-refused' and payload ->> 'conversationId' = $1",
    [talk.conversationId],
  );
  expect(told.rows.map(({ payload }) => payload.reason)).toEqual(["CHAT_CUSTOMER_BLOCKED"]);
});

test("nothing is sent for a person who lost the permission, and an existing message's id is refused", async () => {
  const sales = await buildAccount(base.db, talk.organization, { role: "sales" });
  const theirs = buildActor(talk.organization, { accountId: sales.accountId, permissions });
  const row = await scheduleMessage(base.db, theirs, scheduled(at(30)));
  await base.owner.query("delete from role_grant where organization_id = $1 and permission = 'chat:message:send'", [
    talk.organization.organizationId,
  ]);
  await makeDue(row.scheduled_id);
  await sendScheduled(base.db, talk.organization.scope, row.scheduled_id);
  expect((await talk.ours()).map(({ kind }) => kind)).toEqual(["system"]);
  const [message] = await talk.ours();
  const again = { ...scheduled(at(30)), scheduledId: RecordId.parse(message?.message_id) };
  await expect(scheduleMessage(base.db, talk.actor, again)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("nothing is scheduled or sent later while another person holds the conversation", async () => {
  const colleague = await buildAccount(base.db, talk.organization, { role: "owner" });
  const other = buildActor(talk.organization, { accountId: colleague.accountId, permissions });
  const mine = await scheduleMessage(base.db, talk.actor, scheduled(at(30)));
  await sendMessage(base.db, other, form("由我回覆"));
  await expect(scheduleMessage(base.db, talk.actor, scheduled(at(30)))).rejects.toMatchObject({
    code: "CHAT_TAKEN_BY_OTHER",
    details: { accountID: colleague.accountId },
  });
  // The holder's own goes out: it is theirs to say.
  const theirs = await scheduleMessage(base.db, other, scheduled(at(30)));
  for (const { scheduled_id: id } of [mine, theirs]) {
    await makeDue(id);
    await sendScheduled(base.db, talk.organization.scope, id);
  }
  await talk.deliver();
  expect(said()).toEqual(["由我回覆", "稍後"]);
  expect((await talk.ours()).map(({ kind, text }) => [kind, text])).toEqual([
    ["text", "由我回覆"],
    ["system", "稍後"],
    ["text", "稍後"],
  ]);
  const told = await base.owner.query(
    "select payload from outbox where event = 'message.scheduled-refused' and payload ->> 'conversationId' = $1",
    [talk.conversationId],
  );
  expect(told.rows.map(({ payload }) => payload)).toMatchObject([
    { reason: "CHAT_TAKEN_BY_OTHER", accountId: talk.actor.accountId },
  ]);
  // Nobody answers any more: what was refused can be scheduled again.
  await base.owner.query("update conversation_hold set expires_at = now() where conversation_id = $1", [
    talk.conversationId,
  ]);
  expect((await scheduleMessage(base.db, talk.actor, scheduled(at(30)))).conversation_id).toBe(talk.conversationId);
});

test("a scheduled message can be changed and cancelled by its author", async () => {
  const row = await scheduleMessage(base.db, talk.actor, scheduled(at(30)));
  const change = { scheduledId: row.scheduled_id, version: 1, content: "改寫", sendAt: at(60) };
  const changed = await editScheduled(base.db, talk.actor, change);
  expect(changed).toMatchObject({ text: "改寫", version: 2 });
  await expect(editScheduled(base.db, talk.actor, change)).rejects.toMatchObject({ code: "STALE_DATA" });
  await removeScheduled(base.db, talk.actor, row.scheduled_id);
  await makeDue(row.scheduled_id);
  await sendScheduled(base.db, talk.organization.scope, row.scheduled_id);
  expect(await talk.ours()).toEqual([]);
});

test("a forward is sent to each customer once, and reports who got none", async () => {
  await receive(base, talk.channel, [inboundText({ from: { phone: "85261110001" } })]);
  await receive(base, talk.channel, [inboundText({ from: { phone: "85261110002" } })]);
  const rows = await conversationRows(base, talk.channel);
  const [, second, third] = rows;
  const [original] = await messageRowsOf(base, talk.conversationId);
  await base.owner.query("update channel_contact set blocked_at = now() where contact_id = $1", [third?.contact_id]);
  const wanted = {
    forwardId: RecordId.parse(v7()),
    messageIds: [MessageId.parse(original?.message_id)],
    leadIds: [LeadId.parse(second?.lead_id), LeadId.parse(third?.lead_id)],
  };
  const first = await forwardMessages(base.platform, talk.actor, wanted);
  expect(first.map(({ sent, refusal }) => [sent, refusal])).toEqual([
    [1, null],
    [0, "CHAT_CUSTOMER_BLOCKED"],
  ]);
  await forwardMessages(base.platform, talk.actor, wanted);
  const { forwardId: _, ...unnamed } = wanted;
  await forwardMessages(base.platform, talk.actor, unnamed, "one key");
  await forwardMessages(base.platform, talk.actor, unnamed, "one key");
  const got = (await messageRowsOf(base, second?.conversation_id as ConversationId)).filter(
    ({ direction }) => direction === "out",
  );
  expect(got.map(({ text }) => text)).toEqual([original?.text, original?.text]);
});

test("a forward that is refused after its file was copied leaves no copy", async () => {
  await receive(base, talk.channel, [inboundText({ from: { phone: "85261110001" } })]);
  const [, second] = await conversationRows(base, talk.channel);
  const leadId = LeadId.parse(second?.lead_id);
  const path = join(base.platform.settings.DATA_DIR, "incoming");
  await writeFile(path, "content");
  const given = { path, name: "a.pdf", contentType: "application/pdf", size: 7, createdBy: talk.actor.accountId };
  const { file_id: fileID } = await storeFile(base.platform, talk.organization.scope, given);
  const original = await sendMessage(base.db, talk.actor, { ...form("課表"), type: "document", fileID });
  const colleague = await buildAccount(base.db, talk.organization, { role: "owner" });
  const other = buildActor(talk.organization, { accountId: colleague.accountId, permissions });
  await sendMessage(base.db, other, { ...form("由我回覆"), leadId });
  const wanted = { messageIds: [original.message_id], leadIds: [leadId] };
  expect(await forwardMessages(base.platform, talk.actor, wanted)).toMatchObject([{ refusal: "CHAT_TAKEN_BY_OTHER" }]);
  const { rows } = await base.owner.query("select file_id from stored_file where organization_id = $1", [
    talk.organization.organizationId,
  ]);
  expect(rows).toEqual([{ file_id: fileID }]);
});

test("notes are not forwarded", async () => {
  const note = await addNote(base.db, talk.actor, {
    conversationId: talk.conversationId,
    content: "內部",
    mentions: [],
  });
  const wanted = { messageIds: [note.message_id], leadIds: [talk.leadId] };
  await expect(forwardMessages(base.platform, talk.actor, wanted)).rejects.toMatchObject({
    code: "MESSAGE_NOT_FORWARDABLE",
  });
});

test("only the last state of a reaction reaches the provider, where it can", async () => {
  const given: string[] = [];
  talk.provider.react = async (_channel, { emoji }) => {
    given.push(emoji);
    return { providerMessageId: null };
  };
  const [inbound] = await messageRowsOf(base, talk.conversationId);
  const messageId = MessageId.parse(inbound?.message_id);
  await reactToMessage(base.db, talk.actor, { messageId, emoji: "👍" });
  await reactToMessage(base.db, talk.actor, { messageId, emoji: "❤️" });
  await sendReaction(talk.inbox, talk.organization.scope, messageId);
  expect(given).toEqual(["❤️"]);
  await reactToMessage(base.db, talk.actor, { messageId, emoji: "" });
  await sendReaction(talk.inbox, talk.organization.scope, messageId);
  expect(given).toEqual(["❤️", ""]);
  for (const emoji of ["ok", "👍👍", "<b>"])
    await expect(reactToMessage(base.db, talk.actor, { messageId, emoji })).rejects.toMatchObject({
      code: "REACTION_NOT_POSSIBLE",
    });
});
