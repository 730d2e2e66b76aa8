import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import {
  addNote,
  buildActor,
  buildPlace,
  conversationRows,
  inboundText,
  receive,
  type TestChannel,
} from "#modules/inbox/for-tests";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { mailUnanswered } from "./actions/mail-unanswered.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;

beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
  await base.owner.query("delete from outgoing_mail");
  await base.owner.query("update branch set email = 'branch@center.test' where branch_id = $1", [channel.branchId]);
});

const look = () => mailUnanswered(base.platform, organization.scope);

async function rule(notify: string, emails: object[] = []): Promise<void> {
  await base.owner.query(
    `insert into chat_setting (organization_id, setting_id, branch_id, notify, notify_after_minutes, notify_emails)
     values ($1, gen_random_uuid(), null, $2, 15, $3)`,
    [organization.organizationId, notify, JSON.stringify(emails)],
  );
}

/** As if everything had been sent a number of minutes earlier. */
async function age(minutes: number): Promise<void> {
  await base.owner.query(
    `update message set created_at = created_at - make_interval(mins => $2) where organization_id = $1`,
    [organization.organizationId, minutes],
  );
  await base.owner.query(
    `update conversation set last_inbound_at = last_inbound_at - make_interval(mins => $2) where organization_id = $1`,
    [organization.organizationId, minutes],
  );
}

async function mails(): Promise<{ recipient: string; subject: string }[]> {
  return (await base.owner.query("select recipient, subject from outgoing_mail order by recipient")).rows;
}

async function customer(): Promise<LeadId> {
  await receive(base, channel, [inboundText()]);
  return (await conversationRows(base, channel)).at(-1)?.lead_id as LeadId;
}

async function only(): Promise<ConversationId> {
  const [row] = await conversationRows(base, channel);
  if (!row) throw new Error("There is no conversation");
  return row.conversation_id;
}

async function answer(author: string): Promise<void> {
  await base.owner.query(
    `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind,
       author, state, sent_at, version)
     select organization_id, $2, conversation_id, $3, contact_id, last_position + 1, 'out', 'text', $4, 'sent', now(), 1
     from conversation where organization_id = $1`,
    [organization.organizationId, MessageId.parse(v7()), channel.channelId, author],
  );
  await base.owner.query("update conversation set last_position = last_position + 1, last_direction = 'out'");
}

test("nobody is mailed unless they want it, or before the time", async () => {
  await customer();
  await age(60);
  expect(await look()).toBe(0);
  await rule("branch");
  expect(await look()).toBe(1);
  await customer();
  await age(14);
  expect(await look()).toBe(0);
  expect(await mails()).toHaveLength(1);
});

test("at most one mail in 24 hours is sent about a customer", async () => {
  await rule("branch");
  await customer();
  await age(20);
  const counts = await Promise.all([look(), look(), look(), look(), look()]);
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(await look()).toBe(0);
  expect(await mails()).toEqual([{ recipient: "branch@center.test", subject: "李太 正在等待回覆" }]);
  await base.owner.query("update unanswered_mail set mailed_at = now() - interval '24 hours 1 minute'");
  expect(await look()).toBe(1);
  expect(await mails()).toHaveLength(2);
});

test("the wait starts with a customer's first unanswered message", async () => {
  await rule("branch");
  const from = { phone: "85261234321", name: "陳媽媽" };
  await receive(base, channel, [inboundText({ from })]);
  await age(16);
  await receive(base, channel, [inboundText({ from })]);
  expect(await look()).toBe(1);
});

test("an answer by a person or the assistant ends the wait; automatic messages do not", async () => {
  await rule("branch");
  await customer();
  await age(20);
  await answer("automatic");
  expect(await look()).toBe(1);
  await base.owner.query("delete from unanswered_mail");
  const { accountId } = await buildAccount(base.db, organization);
  const colleague = buildActor(organization, { accountId });
  await addNote(base.db, colleague, { conversationId: await only(), content: "誰有空？", mentions: [] });
  expect(await look()).toBe(1);
  await base.owner.query("delete from unanswered_mail");
  await answer("assistant");
  expect(await look()).toBe(0);
});

test("nobody is mailed about a conversation that staff closed or snoozed", async () => {
  await rule("branch");
  await customer();
  await age(20);
  await base.owner.query("update conversation set closed_at = now() where conversation_id = $1", [await only()]);
  expect(await look()).toBe(0);
  await base.owner.query(
    "update conversation set closed_at = null, snoozed_until = now() + interval '1 hour' where conversation_id = $1",
    [await only()],
  );
  expect(await look()).toBe(0);
  await base.owner.query("update conversation set snoozed_until = null where conversation_id = $1", [await only()]);
  expect(await look()).toBe(1);
});

test("the lead's sales is mailed, otherwise the branch, in the reader's language", async () => {
  await rule("sales");
  const { accountId } = await buildAccount(base.db, organization, { role: "sales" });
  await customer();
  await base.owner.query("update conversation set sales_id = $1", [accountId]);
  await customer();
  await base.owner.query(
    "update conversation set sales_id = null where lead_id = (select max(lead_id::text)::uuid from conversation)",
  );
  await age(20);
  const { email } = (await base.owner.query("select email from account where account_id = $1", [accountId])).rows[0];
  await look();
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(["branch@center.test", email].toSorted());
});

test("a person who was already mailed about this customer gets no second mail", async () => {
  await rule("sales");
  const { accountId } = await buildAccount(base.db, organization, { role: "sales" });
  const leadId = await customer();
  await base.owner.query("update conversation set sales_id = $1", [accountId]);
  await base.owner.query(
    `insert into notification_mail (organization_id, account_id, kind, subject_id) values ($1, $2, 'message.received', $3)`,
    [organization.organizationId, accountId, leadId],
  );
  await age(20);
  await look();
  expect(await mails()).toEqual([]);
});

test("all named addresses are mailed, and without an address nothing is recorded", async () => {
  await rule("custom", [
    { name: "值班", email: "duty@center.test" },
    { name: "主任", email: "head@center.test" },
  ]);
  await customer();
  await age(20);
  expect(await look()).toBe(1);
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(["duty@center.test", "head@center.test"]);
  await base.owner.query("delete from outgoing_mail");
  await base.owner.query("delete from unanswered_mail");
  await base.owner.query("update chat_setting set notify = 'branch'");
  await base.owner.query("update branch set email = ''");
  expect(await look()).toBe(0);
  await base.owner.query("update branch set email = 'later@center.test' where branch_id = $1", [channel.branchId]);
  expect(await look()).toBe(1);
});
