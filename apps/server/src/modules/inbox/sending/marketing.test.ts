import { LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import {
  buildActor,
  buildPlace,
  conversationRows,
  deliverAll,
  inboundText,
  messageRowsOf,
  receive,
  type TestChannel,
  testInbox,
  testProvider,
} from "../for-tests.ts";
import { retryMessage } from "./actions/retry-message.ts";
import { sendMessage } from "./actions/send-message.ts";
import { marketingSentSince } from "./queries/sent-templates.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;
let actor: Actor;
let leadId: LeadId;
const customer = { phone: "85261230001", name: "李太" };

beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  const sales = await buildAccount(base.db, organization, { role: "sales" });
  actor = buildActor(organization, {
    accountId: sales.accountId,
    permissions: ["chat:message:query", "chat:message:send", "chat:message:template", "chat:message:all"],
  });
  await receive(base, channel, [inboundText({ from: customer })]);
  leadId = LeadId.parse((await conversationRows(base, channel))[0]?.lead_id);
});

/** A template message that failed a number of hours after it was sent. */
async function failed(reason: string, hoursAgo: number, category = "marketing"): Promise<MessageId> {
  const messageId = MessageId.parse(v7());
  await sendMessage(base.db, actor, { leadId, messageId, type: "text", content: "優惠" });
  const template = { templateId: RecordId.parse(v7()), name: "sale", language: "zh_TW", category, components: [] };
  await base.owner.query(
    `update message set kind = 'template', state = 'failed', error_class = 'permanent', error_reason = $2, details = $3,
       sent_at = now() - make_interval(hours => $4) where message_id = $1`,
    [messageId, reason, JSON.stringify({ template }), hoursAgo],
  );
  return messageId;
}

const countsAsSent = () =>
  inTransaction(base.db, organization.scope, (tx) =>
    marketingSentSince(
      tx,
      { organization_id: organization.organizationId, lead_id: leadId },
      new Date(Date.now() - 24 * 3_600_000),
    ),
  );

test("after a marketing limit a customer gets none for a day, not even the same again", async () => {
  const id = await failed("marketingCap", 2);
  expect(await countsAsSent()).toBe(true);
  await expect(retryMessage(base.db, actor, id)).rejects.toMatchObject({ code: "TEMPLATE_MARKETING_TOO_SOON" });
  await base.owner.query("update message set sent_at = now() - interval '25 hours' where message_id = $1", [id]);
  expect(await countsAsSent()).toBe(false);
  expect((await retryMessage(base.db, actor, id)).state).toBe("queued");
});

test("customers who opted out get no marketing, even as a retry", async () => {
  const id = await failed("providerUnavailable", 1);
  expect(await countsAsSent()).toBe(false);
  await base.owner.query("update channel_contact set marketing_stopped_at = now() where lead_id = $1", [leadId]);
  await expect(retryMessage(base.db, actor, id)).rejects.toMatchObject({ code: "TEMPLATE_MARKETING_STOPPED" });
  expect((await retryMessage(base.db, actor, await failed("providerUnavailable", 1, "utility"))).state).toBe("queued");
});

test("customers who got other marketing within a day get no retry, unless they have written since", async () => {
  const id = await failed("providerUnavailable", 3);
  const other = await failed("providerUnavailable", 2);
  await base.owner.query("update message set state = 'delivered' where message_id = $1", [other]);
  await base.owner.query(
    "update conversation set last_inbound_at = now() - interval '2 days' where organization_id = $1",
    [organization.organizationId],
  );
  await expect(retryMessage(base.db, actor, id)).rejects.toMatchObject({ code: "TEMPLATE_MARKETING_TOO_SOON" });
  await base.owner.query("update conversation set last_inbound_at = now() where organization_id = $1", [
    organization.organizationId,
  ]);
  expect((await retryMessage(base.db, actor, id)).state).toBe("queued");
});

test("an unsure message can be retried", async () => {
  const id = await failed("noAnswer", 1);
  await base.owner.query("update message set state = 'unsure' where message_id = $1", [id]);
  expect((await retryMessage(base.db, actor, id)).state).toBe("queued");
});

test("a plan's message is not retried after consent was withdrawn", async () => {
  const [news, notice] = [
    await failed("providerUnavailable", 1),
    await failed("providerUnavailable", 1, "utility"),
  ] as const;
  await base.owner.query("update message set broadcast_plan_id = $2 where organization_id = $1 and kind = 'template'", [
    organization.organizationId,
    v7(),
  ]);
  await base.owner.query(
    `insert into consent_entry (organization_id, lead_id, channel, decision, source, said_at)
     values ($1, $2, 'whatsapp', 'withdrawn', 'staff', now())`,
    [organization.organizationId, leadId],
  );
  await expect(retryMessage(base.db, actor, news)).rejects.toMatchObject({ code: "TEMPLATE_MARKETING_STOPPED" });
  expect((await retryMessage(base.db, actor, notice)).state).toBe("queued");
});

test("waiting marketing is not sent after an opt-out, and later messages continue", async () => {
  const [news, notice] = [
    await failed("providerUnavailable", 1),
    await failed("providerUnavailable", 1, "utility"),
  ] as const;
  await base.owner.query("update message set state = 'queued' where message_id = any($1::uuid[])", [[news, notice]]);
  await receive(base, channel, [inboundText({ from: customer, text: "退訂" })]);
  const provider = testProvider();
  const [row] = await conversationRows(base, channel);
  const conversationId = row?.conversation_id as never;
  await deliverAll(testInbox(base, provider), organization.scope, conversationId);
  expect(provider.sent.map(({ id }) => id)).toEqual([notice]);
  const messages = await messageRowsOf(base, conversationId);
  const refused = messages.find(({ message_id: id }) => id === news);
  expect(refused).toMatchObject({ state: "failed", error_reason: "marketingStopped" });
});

test("a plan's waiting message is not sent after consent was withdrawn", async () => {
  const news = await failed("providerUnavailable", 1);
  await base.owner.query("update message set state = 'queued', broadcast_plan_id = $2 where message_id = $1", [
    news,
    v7(),
  ]);
  await base.owner.query(
    `insert into consent_entry (organization_id, lead_id, channel, decision, source, said_at)
     values ($1, $2, 'whatsapp', 'withdrawn', 'staff', now())`,
    [organization.organizationId, leadId],
  );
  const provider = testProvider();
  const [row] = await conversationRows(base, channel);
  await deliverAll(testInbox(base, provider), organization.scope, row?.conversation_id as never);
  expect(provider.sent).toEqual([]);
});
