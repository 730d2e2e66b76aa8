import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildOrganization, type TestOrganization } from "#modules/organizations/for-tests";
import { createTestDatabase, type TestDatabase } from "#platform/db/for-tests";
import {
  buildChannel,
  conversationRows,
  inboundText,
  messageRowsOf,
  receive,
  statusOf,
  type TestChannel,
} from "../for-tests.ts";
import type { SentElsewhere } from "../port.ts";

let base: TestDatabase;
let organization: TestOrganization;
let channel: TestChannel;

beforeAll(async () => {
  base = await createTestDatabase();
});
afterAll(() => base.close());
beforeEach(async () => {
  organization = await buildOrganization(base.db);
  channel = await buildChannel(base, organization);
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

const messages = async () => messageRowsOf(base, (await conversation()).conversation_id);

test("what staff sent from the phone is shown once, as read and answered, and pauses the assistant", async () => {
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

test("its statuses count, also one that came before it, and a failed one is not sent again by itself", async () => {
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
