import { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { sendReadReceipt } from "../contacts/actions/send-read-receipt.ts";
import { followLead } from "../conversations/actions/follow-lead.ts";
import { buildActor, conversationRows, inboundText, prepareTalk, receive, statusOf } from "../for-tests.ts";
import { deliverConversationJob, inboxJobs } from "../jobs.ts";
import { type ProviderError, ProviderFailure } from "../port.ts";
import { deliverNextMessage } from "./actions/deliver-next-message.ts";
import { retryMessage } from "./actions/retry-message.ts";
import { sendMessage } from "./actions/send-message.ts";
import { forgottenConversations, settleAbandoned } from "./actions/settle-abandoned.ts";
import { claimMessage } from "./writes/claim-message.ts";

const base = prepareDatabase();
const talk = prepareTalk(base, { role: "sales" });

const form = (content: string, messageId = MessageId.parse(v7())) => ({
  leadId: talk.leadId,
  messageId,
  type: "text" as const,
  content,
});

function failure(given: Partial<ProviderError> = {}, unsure = false): ProviderFailure {
  const error: ProviderError = {
    class: "retryable",
    code: "131000",
    reason: "providerUnavailable",
    detail: "Something went wrong",
    stops: "message",
    ...given,
  };
  return new ProviderFailure(error, unsure);
}

const refusing = (error: Error) => () => Promise.reject(error);

test("messages are sent in order, and statuses mark them as read", async () => {
  await sendMessage(base.db, talk.actor, form("第一"));
  await sendMessage(base.db, talk.actor, form("第二"));
  await talk.deliver();
  expect(talk.provider.sent.map((one) => one.content)).toEqual([
    { kind: "text", text: "第一", previewUrl: false },
    { kind: "text", text: "第二", previewUrl: false },
  ]);
  expect(talk.provider.sent[0]?.to).toEqual({ phone: "85261110000" });
  const [, second] = await talk.ours();
  const id = second?.provider_message_id ?? "";
  expect(second?.state).toBe("accepted");
  await receive(base, talk.channel, [statusOf(id, "delivered")]);
  expect((await conversationRows(base, talk.channel))[0]?.customer_unread).toBe(true);
  await receive(base, talk.channel, [statusOf(id, "read"), statusOf(id, "sent")]);
  expect((await talk.ours()).map((row) => row.state)).toEqual(["accepted", "read"]);
  expect((await conversationRows(base, talk.channel))[0]).toMatchObject({ customer_unread: false, unread_count: 0 });
});

test("repeating a send at the same moment makes one message", async () => {
  const one = form("只有一次");
  const [first, second] = await Promise.all([
    sendMessage(base.db, talk.actor, one),
    sendMessage(base.db, talk.actor, one),
  ]);
  expect(first.message_id).toBe(second.message_id);
  expect(await talk.ours()).toHaveLength(1);
  await Promise.all([talk.deliver(), talk.deliver(), talk.deliver()]);
  expect(talk.provider.sent).toHaveLength(1);
});

test("sending pauses GPT and counts as contact in the same transaction", async () => {
  await base.owner.query(`update lead set gpt_status = 1, last_contact_at = null where lead_id = $1`, [talk.leadId]);
  await sendMessage(base.db, talk.actor, form("我是真人"));
  const lead = await base.owner.query(`select gpt_status, last_contact_at from lead where lead_id = $1`, [talk.leadId]);
  expect(lead.rows[0]?.gpt_status).toBe(2);
  expect(lead.rows[0]?.last_contact_at).not.toBeNull();
});

test("nothing is sent after the window, to a customer who blocked us, or through a stopped channel", async () => {
  const refusal = (change: string) =>
    base.owner
      .query(change, [talk.organization.organizationId])
      .then(() => sendMessage(base.db, talk.actor, form("在嗎")))
      .then(
        () => "sent",
        (error) => error.code,
      );
  expect(await refusal(`update channel_contact set window_ends_at = now() where organization_id = $1`)).toBe(
    "CHAT_ONLY_TEMPLATE_AFTER_24H",
  );
  expect(await refusal(`update channel_contact set blocked_at = now() where organization_id = $1`)).toBe(
    "CHAT_CUSTOMER_BLOCKED",
  );
  expect(await refusal(`update channel set stopped_at = now() where organization_id = $1`)).toBe("CHANNEL_STOPPED");
  expect(await talk.ours()).toHaveLength(0);
  const lead = await base.owner.query(`select gpt_status from lead where lead_id = $1`, [talk.leadId]);
  expect(lead.rows[0]?.gpt_status).toBe(0);
});

test("an empty text is refused", async () => {
  await expect(sendMessage(base.db, talk.actor, form("  \n "))).rejects.toMatchObject({
    code: "CHAT_MESSAGE_REQUIRED",
  });
});

test("without the permission or for another branch, organisation or lead, the conversation is not found", async () => {
  const outsiders = [
    buildActor(talk.organization, { branchId: talk.organization.branchIds[1] }),
    buildActor(await buildOrganization(base.db)),
    buildActor(talk.organization, { permissions: ["chat:message:query", "chat:message:send"] }),
  ];
  for (const outsider of outsiders)
    await expect(sendMessage(base.db, outsider, form("?"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  const reader = buildActor(talk.organization, { permissions: ["chat:message:query", "chat:message:all"] });
  expect(() => sendMessage(base.db, reader, form("?"))).toThrow("PERMISSION_DENIED");
  const mine = buildActor(talk.organization, {
    accountId: talk.actor.accountId,
    permissions: ["chat:message:query", "chat:message:send"],
  });
  expect((await sendMessage(base.db, mine, form("我的"))).state).toBe("queued");
});

test("a passing failure is tried again later, in order, and given up after six attempts", async () => {
  talk.provider.answer = refusing(failure());
  await sendMessage(base.db, talk.actor, form("一"));
  await sendMessage(base.db, talk.actor, form("二"));
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await talk.deliver();
    if (attempt < 6) {
      const [first, second] = await talk.ours();
      expect(first).toMatchObject({ state: "queued", attempts: attempt, error_reason: "providerUnavailable" });
      expect(second?.attempts).toBe(0);
    }
    if (attempt === 5) talk.provider.answer = refusing(failure());
    if (attempt < 6)
      await base.owner.query(`update message set next_attempt_at = now() where conversation_id = $1 and attempts > 0`, [
        talk.conversationId,
      ]);
  }
  const [first, second] = await talk.ours();
  expect(first).toMatchObject({ state: "failed", attempts: 6 });
  expect(second).toMatchObject({ state: "queued", attempts: 1 });
  const queued = await base.owner.query(
    `select payload ->> 'notBefore' as later from outbox where event = 'message.queued' and payload ->> 'notBefore' is not null
     and organization_id = $1`,
    [talk.organization.organizationId],
  );
  expect(queued.rows.length).toBe(6);
});

test("a final failure fails the message and lets the next one through", async () => {
  talk.provider.answer = async (message) => {
    if (talk.provider.sent.length === 1) throw failure({ class: "permanent", reason: "badRequest" });
    return { providerMessageId: `ok.${message.id}` };
  };
  await sendMessage(base.db, talk.actor, form("壞"));
  await sendMessage(base.db, talk.actor, form("好"));
  await talk.deliver();
  expect((await talk.ours()).map((row) => row.state)).toEqual(["failed", "accepted"]);
});

test("a refused token stops the channel: waiting messages fail with the reason, and no more calls are made", async () => {
  talk.provider.answer = refusing(failure({ class: "reauthorise", reason: "tokenExpired", stops: "channel" }));
  await sendMessage(base.db, talk.actor, form("一"));
  await sendMessage(base.db, talk.actor, form("二"));
  await talk.deliver();
  expect((await talk.ours()).map((row) => [row.state, row.error_reason])).toEqual([
    ["failed", "tokenExpired"],
    ["failed", "tokenExpired"],
  ]);
  expect(talk.provider.sent).toHaveLength(1);
});

test("a message undeliverable to a known customer means that they blocked us, until they write again", async () => {
  await sendMessage(base.db, talk.actor, form("在嗎"));
  await talk.deliver();
  const [sent] = await talk.ours();
  const error = failure({ class: "permanent", code: "131026", reason: "notOnWhatsApp", stops: "recipient" }).error;
  await receive(base, talk.channel, [statusOf(sent?.provider_message_id ?? "", "failed", { error })]);
  expect((await talk.ours())[0]).toMatchObject({ state: "failed", error_reason: "notOnWhatsApp" });
  await expect(sendMessage(base.db, talk.actor, form("?"))).rejects.toMatchObject({ code: "CHAT_CUSTOMER_BLOCKED" });
  await receive(base, talk.channel, [inboundText({ from: { phone: "85261110000" } })]);
  expect((await sendMessage(base.db, talk.actor, form("!"))).state).toBe("queued");
});

test("a message whose process died after the claim is not sent again; it is unsure after a minute, and the next one continues", async () => {
  await sendMessage(base.db, talk.actor, form("去了嗎"));
  await sendMessage(base.db, talk.actor, form("後面的"));
  // The process dies here: the claim is committed and nothing else.
  const claim = await inTransaction(base.db, talk.organization.scope, (tx) =>
    claimMessage(tx, talk.organization.scope, talk.conversationId),
  );
  expect(claim.kind).toBe("send");
  await talk.deliver();
  expect(await settleAbandoned(base.db)).toBe(0);
  expect(talk.provider.sent).toHaveLength(0);
  await base.owner.query(`update message set sending_since = now() - interval '61 seconds' where state = 'sending'`);
  expect(await settleAbandoned(base.db)).toBe(1);
  await talk.deliver();
  expect((await talk.ours()).map((row) => row.state)).toEqual(["unsure", "accepted"]);
  expect(talk.provider.sent).toHaveLength(1);
});

test("a message whose process died after the provider accepted it is settled by its status, in any state", async () => {
  await sendMessage(base.db, talk.actor, form("一"));
  await inTransaction(base.db, talk.organization.scope, (tx) =>
    claimMessage(tx, talk.organization.scope, talk.conversationId),
  );
  const [message] = await talk.ours();
  const ourId = message?.message_id ?? "";
  await receive(base, talk.channel, [statusOf("wamid.lost", "sent", { ourId })]);
  expect((await talk.ours())[0]).toMatchObject({ state: "sent", provider_message_id: "wamid.lost" });
  await receive(base, talk.channel, [statusOf("wamid.lost", "read", { ourId })]);
  await talk.deliver();
  expect((await talk.ours())[0]?.state).toBe("read");
  expect(talk.provider.sent).toHaveLength(0);
});

test("an answer that was lost leaves the message unsure; its status settles it", async () => {
  talk.provider.answer = refusing(failure({ reason: "noAnswer" }, true));
  await sendMessage(base.db, talk.actor, form("一"));
  await talk.deliver();
  const [message] = await talk.ours();
  expect(message).toMatchObject({ state: "unsure", error_reason: "noAnswer" });
  await receive(base, talk.channel, [statusOf("wamid.late", "delivered", { ourId: message?.message_id ?? "" })]);
  expect((await talk.ours())[0]).toMatchObject({ state: "delivered", error_reason: null });
  expect(talk.provider.sent).toHaveLength(1);
});

test("a status that overtakes the record of the provider's answer is not lost", async () => {
  talk.provider.answer = async (message) => {
    // It names only the provider's id, which nobody has recorded yet.
    await receive(base, talk.channel, [statusOf(`fast.${message.id}`, "read")]);
    return { providerMessageId: `fast.${message.id}` };
  };
  await sendMessage(base.db, talk.actor, form("快"));
  await talk.deliver();
  expect((await talk.ours())[0]?.state).toBe("read");
});

test("a person can resend a failed or unsure message, but not one in progress", async () => {
  talk.provider.answer = refusing(failure({ class: "permanent", reason: "badRequest" }));
  const { message_id } = await sendMessage(base.db, talk.actor, form("再試"));
  await expect(retryMessage(base.db, talk.actor, message_id)).rejects.toMatchObject({ code: "STALE_DATA" });
  await talk.deliver();
  talk.provider.answer = async (message) => ({ providerMessageId: `again.${message.id}` });
  const results = await Promise.allSettled([
    retryMessage(base.db, talk.actor, message_id),
    retryMessage(base.db, talk.actor, message_id),
  ]);
  expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
  await talk.deliver();
  expect((await talk.ours())[0]).toMatchObject({ state: "accepted", error_reason: null });
});

test("a burst to one person is limited to 45 messages; the rest waits", async () => {
  await base.owner.query(
    `update channel_contact set pair_tokens = 2, pair_tokens_at = now() where organization_id = $1`,
    [talk.organization.organizationId],
  );
  for (const content of ["一", "二", "三"]) await sendMessage(base.db, talk.actor, form(content));
  const began = Date.now();
  await talk.deliver();
  const took = Date.now() - began;
  const rows = await talk.ours();
  expect(rows.map((row) => row.state)).toEqual(["accepted", "accepted", "queued"]);
  const wait = (rows[2]?.next_attempt_at?.getTime() ?? 0) - began;
  expect(wait).toBeGreaterThan(3000);
  expect(wait).toBeLessThan(6500 + took);
  expect(rows[2]?.attempts).toBe(0);
});

test("a conversation follows its lead to other people, and the people who saw it before are notified too", async () => {
  const next = await buildAccount(base.db, talk.organization, { role: "sales" });
  await base.owner.query(`update lead set sales_id = $2 where lead_id = $1`, [talk.leadId, next.accountId]);
  const follow = () => followLead(base.db, talk.organization.scope, talk.leadId);
  await Promise.all([follow(), follow()]);
  expect((await conversationRows(base, talk.channel))[0]?.sales_id).toBe(next.accountId);
  const told = await base.owner.query<{ payload: Record<string, unknown> }>(
    `select payload from outbox where event = 'conversation.changed' and organization_id = $1`,
    [talk.organization.organizationId],
  );
  expect(told.rows).toHaveLength(1);
  expect(told.rows[0]?.payload).toMatchObject({ salesId: next.accountId, before: { salesId: talk.actor.accountId } });
});

test("read receipts cover the messages that staff have read; a refused receipt has no effect", async () => {
  const shown: string[] = [];
  talk.provider.markRead = async (_access, id) => void shown.push(id);
  const last = inboundText({ from: { phone: "85261110000" } });
  await receive(base, talk.channel, [last]);
  await base.owner.query("update conversation set unread_count = 0 where conversation_id = $1", [talk.conversationId]);
  await receive(base, talk.channel, [inboundText({ from: last.from })]);
  await sendReadReceipt(talk.inbox, talk.organization.scope, talk.conversationId);
  expect(shown).toEqual([last.providerMessageId]);
  talk.provider.markRead = refusing(failure({ class: "permanent" }));
  await sendReadReceipt(talk.inbox, talk.organization.scope, talk.conversationId);
  talk.provider.markRead = refusing(failure({ class: "rate-limited" }));
  await expect(sendReadReceipt(talk.inbox, talk.organization.scope, talk.conversationId)).rejects.toThrow(
    ProviderFailure,
  );
  talk.provider.markRead = refusing(failure());
  await expect(sendReadReceipt(talk.inbox, talk.organization.scope, talk.conversationId)).rejects.toThrow(
    ProviderFailure,
  );
});

test("when a reply token is used up, its messages are sent one by one, as if never claimed", async () => {
  const waiting = [form("一"), form("二")];
  for (const one of waiting) await sendMessage(base.db, talk.actor, one);
  await base.owner.query(
    "update channel_contact set reply_token = 'token', reply_token_at = now() where organization_id = $1",
    [talk.organization.organizationId],
  );
  talk.provider.reply = async () => "spent";
  expect(await deliverNextMessage(talk.inbox, talk.organization.scope, talk.conversationId)).toBe("more");
  expect((await talk.ours()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ["queued", 0],
    ["queued", 0],
  ]);
  expect(talk.provider.sent).toEqual([]);
  await talk.deliver();
  expect(talk.provider.sent.map(({ id }) => id)).toEqual(waiting.map(({ messageId }) => messageId));
});

test("a conversation whose job was lost is picked up again", async () => {
  await sendMessage(base.db, talk.actor, form("忘了我"));
  const mine = async () =>
    (await forgottenConversations(base.db)).filter((one) => one.conversationId === talk.conversationId);
  expect(await mine()).toHaveLength(0);
  await base.owner.query(`update message set created_at = now() - interval '1 minute' where conversation_id = $1`, [
    talk.conversationId,
  ]);
  expect(await mine()).toHaveLength(1);
});

test("a stopping process passes waiting messages to another one at once", async () => {
  await sendMessage(base.db, talk.actor, form("一"));
  await sendMessage(base.db, talk.actor, form("二"));
  const [row] = await conversationRows(base, talk.channel);
  const data = { organizationId: talk.organization.organizationId, conversationId: row?.conversation_id };
  const stopping = new AbortController();
  talk.provider.answer = async (message) => {
    stopping.abort();
    return { providerMessageId: `wamid.${message.id}` };
  };
  base.enqueued.length = 0;
  const deliver = inboxJobs(talk.inbox).find(({ job }) => job === deliverConversationJob);
  await deliver?.run(data, stopping.signal);
  expect(talk.provider.sent).toHaveLength(1);
  expect(base.enqueued).toEqual([{ job: deliverConversationJob, data }]);
  base.enqueued.length = 0;
  await deliver?.run(data, new AbortController().signal);
  expect(talk.provider.sent).toHaveLength(2);
  expect(base.enqueued).toEqual([]);
});
