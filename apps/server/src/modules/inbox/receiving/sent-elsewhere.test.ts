import { beforeEach, expect, test } from "vitest";
import type { TestOrganization } from "#modules/organizations/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { inTransaction } from "#platform/db/transaction";
import { talkOf } from "../conversations/queries/talk.ts";
import { waitingCustomers } from "../conversations/queries/waiting-customers.ts";
import {
  buildChannel,
  buildPlace,
  conversationRows,
  inboundText,
  messageRowsOf,
  receive,
  statusOf,
  type TestChannel,
} from "../for-tests.ts";
import type { SentElsewhere } from "../port.ts";

const base = prepareDatabase();
let organization: TestOrganization;
let channel: TestChannel;

beforeEach(async () => {
  ({ organization, channel } = await buildPlace(base));
});

const phone = "85261230001";
let last = 0;

function fromPhone(given: Partial<SentElsewhere> = {}): SentElsewhere {
  last += 1;
  const providerMessageId = `wamid.echo.${channel.externalId}.${last}`;
  return {
    type: "sentElsewhere",
    providerMessageId,
    to: { phone },
    sentAt: new Date(),
    kind: "text",
    text: "我在路上",
    details: {},
    ...given,
  };
}

async function conversation() {
  const [row, ...others] = await conversationRows(base, channel);
  if (!row || others.length > 0) throw new Error("There is not one conversation");
  return row;
}

async function standingRow() {
  const { rows } = await base.owner.query(
    "select last_message_id, last_message_at, waiting_since from conversation where conversation_id = $1",
    [(await conversation()).conversation_id],
  );
  return rows[0];
}

const messages = async () => messageRowsOf(base, (await conversation()).conversation_id);

test("messages that staff sent from the phone are shown once, as read and answered, and pause the assistant", async () => {
  await receive(base, channel, [inboundText({ from: { phone, name: "李太" } })]);
  await base.owner.query("update lead set gpt_status = 1 where lead_id = $1", [(await conversation()).lead_id]);
  const echo = fromPhone();
  await receive(base, channel, [echo, echo]);
  expect(await messages()).toMatchObject([
    { direction: "in" },
    {
      direction: "out",
      author: "staff",
      sender_id: null,
      state: "sent",
      text: "我在路上",
      details: { fromPhone: true },
    },
  ]);
  expect(await conversation()).toMatchObject({ unread_count: 0, last_direction: "out" });
  const lead = await base.owner.query("select gpt_status from lead where lead_id = $1", [
    (await conversation()).lead_id,
  ]);
  expect(lead.rows).toEqual([{ gpt_status: 2 }]);
});

test("their statuses count, even earlier ones, and failed ones are not resent automatically", async () => {
  const early = fromPhone();
  await receive(base, channel, [statusOf(early.providerMessageId, "delivered")]);
  await receive(base, channel, [early]);
  expect((await messages()).at(-1)).toMatchObject({ state: "delivered" });
  const failed = fromPhone();
  const error = { class: "retryable", code: "131000", reason: "unknown", detail: "", stops: "message" } as const;
  await receive(base, channel, [failed, statusOf(failed.providerMessageId, "failed", { error })]);
  expect((await messages()).at(-1)).toMatchObject({ state: "failed", next_attempt_at: null });
});

test("a person who was only written to from the phone becomes a lead, whose later message joins the conversation", async () => {
  await receive(base, channel, [fromPhone()]);
  await receive(base, channel, [inboundText({ from: { phone, name: "李太" } })]);
  expect((await messages()).map(({ direction }) => direction)).toEqual(["out", "in"]);
});

test("a late one does not answer a newer message: the customer still waits", async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await receive(base, channel, [
    inboundText({ from: { phone, name: "李太" }, sentAt: minutesAgo(5), text: "還有名額嗎？" }),
  ]);
  const before = await conversation();
  const standing = await standingRow();
  await receive(base, channel, [fromPhone({ sentAt: minutesAgo(6), text: "你好" })]);
  expect(await standingRow()).toEqual(standing);
  const { last_position, version, ...shown } = await conversation();
  expect({ last_position, version }).toEqual({ last_position: before.last_position + 1, version: before.version + 1 });
  expect(shown).toMatchObject({
    unread_count: 1,
    last_direction: "in",
  });
  expect(
    (await base.owner.query("select from answered_wait where organization_id = $1", [organization.organizationId]))
      .rowCount,
  ).toBe(0);
  const { waiting } = await inTransaction(base.db, organization.scope, (tx) =>
    waitingCustomers(tx, organization.scope, { branchId: channel.branchId, minutes: 0, after: null, limit: 10 }),
  );
  expect(waiting).toHaveLength(1);
  const talk = await inTransaction(base.db, organization.scope, (tx) =>
    talkOf(tx, organization.scope, { conversationId: before.conversation_id, last: 10 }),
  );
  expect(talk?.messages.map(({ author }) => author)).toEqual(["staff", "automatic"]);
  await receive(base, channel, [fromPhone({ sentAt: minutesAgo(4), text: "有的" })]);
  expect(await conversation()).toMatchObject({ unread_count: 0, last_direction: "out" });
  expect(await standingRow()).toMatchObject({ waiting_since: null });
});

test("a message from the phone to another number of the customer shows that number's reply window", async () => {
  await receive(base, channel, [inboundText({ from: { phone, name: "李太" } })]);
  const { lead_id: leadId } = await conversation();
  const other = await buildChannel(base, organization);
  await base.owner.query(
    `insert into channel_contact (organization_id, contact_id, channel_id, lead_id, phone)
     values ($1, gen_random_uuid(), $2, $3, $4)`,
    [organization.organizationId, other.channelId, leadId, phone],
  );
  await receive(base, other, [fromPhone()]);
  expect((await conversation()).window_ends_at).toBeNull();
});
