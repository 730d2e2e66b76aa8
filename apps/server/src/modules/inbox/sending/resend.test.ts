import type { ConversationId } from "@homeroom/contract/ids";
import { LeadId, MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { liftStop } from "../channels/actions/resume-channel.ts";
import type { InboundChannel } from "../channels/queries/channels.ts";
import {
  buildActor,
  buildPlace,
  conversationRows,
  deliverAll,
  inboundText,
  messageRowsOf,
  receive,
  type TestProvider,
  testInbox,
  testProvider,
} from "../for-tests.ts";
import type { Inbox } from "../inbox.ts";
import { ProviderFailure } from "../port.ts";
import { resendStopped } from "./actions/resend-stopped.ts";
import { sendMessage } from "./actions/send-message.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: InboundChannel;
let actor: Actor;
let provider: TestProvider;
let inbox: Inbox;

beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  actor = buildActor(organization, await buildAccount(base.db, organization, { role: "sales" }));
  provider = testProvider();
  inbox = testInbox(base, provider);
});

const expired = new ProviderFailure({
  class: "reauthorise",
  code: "190",
  reason: "tokenExpired",
  detail: "",
  stops: "channel",
});

interface Talk {
  leadId: LeadId;
  conversationId: ConversationId;
}

async function customer(phone: string): Promise<Talk> {
  await receive(base, channel, [inboundText({ from: { phone } })]);
  const rows = await conversationRows(base, channel);
  const found = await base.owner.query<{ lead_id: string }>(
    "select lead_id from channel_contact where organization_id = $1 and phone = $2",
    [organization.organizationId, phone],
  );
  const row = rows.find(({ lead_id: id }) => id === found.rows[0]?.lead_id);
  if (!row) throw new Error("There is no conversation");
  return { leadId: LeadId.parse(row.lead_id), conversationId: row.conversation_id };
}

const say = ({ leadId }: Talk, content: string) =>
  sendMessage(base.db, actor, { leadId, content, type: "text", messageId: MessageId.parse(v7()) });
const deliver = ({ conversationId }: Talk) => deliverAll(inbox, organization.scope, conversationId);
const states = async ({ conversationId }: Talk) =>
  (await messageRowsOf(base, conversationId)).filter(({ direction }) => direction === "out").map(({ state }) => state);

/** What a new token that passed its test brings about. */
async function newToken(): Promise<number> {
  const { scope, organizationId } = organization;
  const found = await base.owner.query<{ stopped_at: Date }>(
    "select stopped_at from channel where organization_id = $1 and channel_id = $2",
    [organizationId, channel.channelId],
  );
  const stoppedAt = found.rows[0]?.stopped_at ?? new Date();
  await inTransaction(base.db, scope, (tx) => liftStop(tx, scope, channel.channelId));
  return resendStopped(base.db, scope, { channelId: channel.channelId, stoppedAt });
}

test("messages held back by an expired token are sent once there is a new one, each once and in order", async () => {
  const [one, other] = [await customer("85261110001"), await customer("85261110002")];
  for (const words of ["第一", "第二"]) await say(one, words);
  await say(other, "另一位");
  provider.answer = () => Promise.reject(expired);
  for (const talk of [one, other]) await deliver(talk);
  expect([await states(one), await states(other)]).toEqual([["failed", "failed"], ["failed"]]);
  provider.answer = async ({ id }) => ({ providerMessageId: `wamid.${id}` });
  provider.sent.length = 0;
  // Saved twice at once.
  const counts = await Promise.all([newToken(), newToken()]);
  expect(counts[0] + counts[1]).toBe(3);
  for (const talk of [one, other, one]) await Promise.all([deliver(talk), deliver(talk)]);
  expect(provider.sent.map(({ content }) => (content.kind === "text" ? content.text : "")).toSorted()).toEqual(
    ["第一", "第二", "另一位"].toSorted(),
  );
  expect(await states(one)).toEqual(["accepted", "accepted"]);
  const [first, second] = provider.sent.filter(({ to }) => to.phone === "85261110001");
  expect([first?.content, second?.content]).toMatchObject([{ text: "第一" }, { text: "第二" }]);
});

test("a refusal of the old token after a new one was saved stops nothing, and the message is sent with the new one", async () => {
  const talk = await customer("85261110003");
  await say(talk, "您好");
  provider.answer = async () => {
    const secrets = base.platform.secrets.seal({ accessToken: "new token" });
    await base.owner.query("update channel set secrets = $2 where channel_id = $1", [channel.channelId, secrets]);
    provider.answer = async ({ id }) => ({ providerMessageId: `wamid.${id}` });
    throw expired;
  };
  await deliver(talk);
  expect(await states(talk)).toEqual(["accepted"]);
  expect(provider.sent).toHaveLength(2);
  const stopped = await base.owner.query("select stopped_at from channel where channel_id = $1", [channel.channelId]);
  expect(stopped.rows).toEqual([{ stopped_at: null }]);
});

test("messages that are no longer allowed, were replaced, or failed for other reasons are left to people", async () => {
  const late = await customer("85261110011");
  const followed = await customer("85261110012");
  const wrong = await customer("85261110013");
  await say(wrong, "號碼不對");
  provider.answer = () =>
    Promise.reject(
      new ProviderFailure({ class: "permanent", code: "131026", reason: "badRequest", detail: "", stops: "message" }),
    );
  await deliver(wrong);
  await say(late, "太晚了");
  await say(followed, "先前說的");
  provider.answer = () => Promise.reject(expired);
  for (const talk of [late, followed]) await deliver(talk);
  await base.owner.query(
    "update channel_contact set window_ends_at = now() - interval '1 minute' where organization_id = $1 and lead_id = $2",
    [organization.organizationId, late.leadId],
  );
  await base.owner.query(
    `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind, text, details, state, sent_at, version)
     select organization_id, $2, conversation_id, channel_id, contact_id, position + 1000, 'out', 'text', '換別的方式說了', '{}', 'sent', now(), 1
     from message where organization_id = $1 and conversation_id = $3 and direction = 'out'`,
    [organization.organizationId, v7(), followed.conversationId],
  );
  provider.answer = async ({ id }) => ({ providerMessageId: `wamid.${id}` });
  expect(await newToken()).toBe(0);
  expect([await states(late), await states(followed), await states(wrong)]).toEqual([
    ["failed"],
    ["failed", "sent"],
    ["failed"],
  ]);
});

/** Makes templates of what was said to these people. */
async function asTemplates(talks: readonly Talk[], category: string, planId: string | null = null): Promise<void> {
  const template = { templateId: v7(), name: "sale", language: "zh_TW", category, components: [] };
  await base.owner.query(
    `update message set kind = 'template', details = $2, broadcast_plan_id = $3
     where conversation_id = any($1::uuid[]) and direction = 'out'`,
    [talks.map(({ conversationId }) => conversationId), JSON.stringify({ template }), planId],
  );
}

test("plans resend their own messages, and marketing only where allowed", async () => {
  const people: Talk[] = [];
  for (const last of [1, 2, 3, 4, 5]) people.push(await customer(`8526111002${last}`));
  const [ofPlan, stopped, recent, , told] = people as [Talk, Talk, Talk, Talk, Talk];
  provider.answer = () => Promise.reject(expired);
  for (const talk of people) await say(talk, "優惠");
  for (const talk of people) await deliver(talk);
  await asTemplates(people, "marketing");
  await asTemplates([ofPlan], "marketing", v7());
  await asTemplates([told], "utility");
  await base.owner.query("update channel_contact set marketing_stopped_at = now() where lead_id = any($1::uuid[])", [
    [stopped.leadId, told.leadId],
  ]);
  await base.owner.query(
    `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind, text, details, state, sent_at, version)
     select organization_id, $1, conversation_id, channel_id, contact_id, -1, 'out', 'template', '早前的優惠', details, 'read', now(), 1
     from message where conversation_id = $2 and direction = 'out'`,
    [v7(), recent.conversationId],
  );
  await base.owner.query(
    "update conversation set last_inbound_at = now() - interval '1 hour' where organization_id = $1",
    [organization.organizationId],
  );
  expect(await newToken()).toBe(2);
  expect(await Promise.all(people.map(states))).toEqual([
    ["failed"],
    ["failed"],
    ["read", "failed"],
    ["queued"],
    ["queued"],
  ]);
});
