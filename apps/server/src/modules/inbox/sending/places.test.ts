import type { ConversationId } from "@homeroom/contract/ids";
import { LeadId, MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import {
  buildActor,
  conversationRows,
  deliverAll,
  inboundText,
  messageRowsOf,
  prepareTalk,
  receive,
} from "../for-tests.ts";
import { ProviderFailure } from "../port.ts";
import { forwardMessages } from "./actions/forward-messages.ts";
import { retryMessage } from "./actions/retry-message.ts";
import { sendMessage } from "./actions/send-message.ts";
import { undoSend } from "./actions/undo-send.ts";

const base = prepareDatabase();

const permissions = ["chat:message:query", "chat:message:all", "chat:message:send", "chat:message:forward"] as const;
const talk = prepareTalk(base, { role: "owner", permissions });

const place = { name: "大安校", address: "台北市大安區信義路三段 1 號", latitude: 25.0333, longitude: 121.5431 };
const form = () => ({
  leadId: talk.leadId,
  messageId: MessageId.parse(v7()),
  type: "location" as const,
  content: "",
  place,
});

const given = () => talk.provider.sent.map(({ content }) => content);

test("a place is sent as a place, and shown by its name", async () => {
  const message = await sendMessage(base.db, talk.actor, form());
  expect(message).toMatchObject({ kind: "location", text: "大安校", details: place, file_id: null });
  await talk.deliver();
  expect(given()).toEqual([{ kind: "location", ...place }]);
  const found = await base.owner.query("select search_text from message_text where message_id = $1", [
    message.message_id,
  ]);
  expect(found.rows[0]?.search_text).toContain("大安校");
});

test("two simultaneous sends make one", async () => {
  const one = form();
  const [first, second] = await Promise.all([
    sendMessage(base.db, talk.actor, one),
    sendMessage(base.db, talk.actor, one),
  ]);
  expect(first.message_id).toBe(second.message_id);
  await Promise.all([talk.deliver(), talk.deliver()]);
  expect(given()).toHaveLength(1);
});

test("a message without its place is refused", async () => {
  await expect(sendMessage(base.db, talk.actor, { ...form(), place: undefined })).rejects.toMatchObject({
    code: "FIELD_INVALID",
  });
  expect(await talk.ours()).toEqual([]);
});

test("it cannot be sent to another branch's lead", async () => {
  const elsewhere: Actor = buildActor(talk.organization, {
    accountId: talk.actor.accountId,
    branchId: talk.organization.branchIds[1],
    permissions,
  });
  await expect(sendMessage(base.db, elsewhere, form())).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await talk.ours()).toEqual([]);
});

test.each([
  ["update channel_contact set blocked_at = now() where organization_id = $1", "CHAT_CUSTOMER_BLOCKED"],
  [
    "update channel_contact set window_ends_at = now() - interval '1 minute' where organization_id = $1",
    "CHAT_ONLY_TEMPLATE_AFTER_24H",
  ],
])("%s: it is refused like words", async (change, code) => {
  await base.owner.query(change, [talk.organization.organizationId]);
  await expect(sendMessage(base.db, talk.actor, form())).rejects.toMatchObject({ code });
  expect(await talk.ours()).toEqual([]);
});

test("it can be taken back while waiting, without a trace", async () => {
  const message = await sendMessage(base.db, talk.actor, { ...form(), undoSeconds: 5 });
  await talk.deliver();
  const undone = await undoSend(base.db, talk.actor, message.message_id);
  expect(undone).toMatchObject({ state: "cancelled", text: "", details: {} });
  await talk.deliver();
  expect(given()).toEqual([]);
});

test("a failed one is retried as the same place", async () => {
  const error = {
    class: "permanent",
    code: "131000",
    reason: "providerUnavailable",
    detail: "",
    stops: "message",
  } as const;
  talk.provider.answer = () => Promise.reject(new ProviderFailure(error));
  const message = await sendMessage(base.db, talk.actor, form());
  await talk.deliver();
  talk.provider.answer = async ({ id }) => ({ providerMessageId: `wamid.${id}` });
  await retryMessage(base.db, talk.actor, message.message_id);
  await talk.deliver();
  expect(given()).toEqual([
    { kind: "location", ...place },
    { kind: "location", ...place },
  ]);
  expect((await talk.ours()).map(({ state }) => state)).toEqual(["accepted"]);
});

test("a customer's place is forwarded without provider data; one without coordinates is not", async () => {
  const from = { phone: "85261110000" };
  const details = { latitude: 25.03, longitude: 121.56, name: "台".repeat(150), quoteToken: "secret" };
  await receive(base, talk.channel, [
    inboundText({ from, kind: "location", text: "台北 101", details }),
    inboundText({ from, kind: "location", text: "哪裡？", details: { name: "哪裡？" } }),
  ]);
  await receive(base, talk.channel, [inboundText({ from: { phone: "85261110001" } })]);
  const [real, nowhere] = (await messageRowsOf(base, talk.conversationId)).filter(({ kind }) => kind === "location");
  const other = (await conversationRows(base, talk.channel)).find((row) => row.conversation_id !== talk.conversationId);
  const to = { leadIds: [LeadId.parse(other?.lead_id)] };
  await forwardMessages(base.platform, talk.actor, { ...to, messageIds: [MessageId.parse(real?.message_id)] });
  await deliverAll(talk.inbox, talk.organization.scope, other?.conversation_id as ConversationId);
  expect(given()).toEqual([
    { kind: "location", latitude: 25.03, longitude: 121.56, name: "台".repeat(100), address: "" },
  ]);
  const wanted = { ...to, messageIds: [MessageId.parse(nowhere?.message_id)] };
  await expect(forwardMessages(base.platform, talk.actor, wanted)).rejects.toMatchObject({
    code: "MESSAGE_NOT_FORWARDABLE",
  });
});
