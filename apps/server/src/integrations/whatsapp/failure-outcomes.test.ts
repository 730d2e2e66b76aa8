import { type ConversationId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import {
  buildActor,
  buildChannel,
  conversationRows,
  deliverAll,
  inboundText,
  messageRowsOf,
  receive,
  sendMessage,
  type TestChannel,
  testInbox,
  testProvider,
} from "#modules/inbox/for-tests";
import { ProviderFailure } from "#modules/inbox/public";
import { buildOrganization } from "#modules/organizations/for-tests";
import type { Actor } from "#platform/auth/actor";
import { prepareDatabase, prepareOnce } from "#platform/db/for-tests";
import { refusedAnswer } from "./failures.ts";
import { parseStatus } from "./parse-status.ts";

/*
 * What each of Meta's error codes has to lead to, as far as its documents tell (November 2026). Kept apart from the table in
 * errors.ts on purpose: that one says how, this one says what staff and customers see of it.
 */
type Outcome =
  /** The channel stops until somebody acts, and the people who can are notified. */
  | "channel stops"
  /** It is sent again by itself: after some seconds, or not before the given time. */
  | { againAfter: number }
  /** This message has failed, and nothing else has happened. */
  | "message fails"
  | "template is blocked"
  | "opted out"
  | "customer is marked"
  | "window closes"
  | "no marketing for a day";

const minute = 60;
const table: readonly [outcome: Outcome, codes: readonly number[]][] = [
  ["channel stops", [0, 190, 3, 10, 200, 210, 299, 131005]],
  [{ againAfter: 1 }, [1, 2, 131000, 131016, 133004]],
  [{ againAfter: minute }, [4, 17, 80007, 613]],
  [{ againAfter: 4 }, [130429]],
  [{ againAfter: 4 }, [131056]],
  [{ againAfter: 30 * minute }, [131064]],
  ["no marketing for a day", [131049]],
  ["opted out", [131050]],
  ["message fails", [130472, 131048]],
  ["customer is marked", [131026]],
  ["window closes", [131047]],
  ["message fails", [131021, 131030, 131008, 131009, 100, 33, 131051]],
  [{ againAfter: 1 }, [131052, 131053]],
  ["channel stops", [131031, 368, 130497, 131037, 131042, 131045, 133010]],
  [{ againAfter: 5 * minute }, [131057]],
  ["message fails", [131062, 131063]],
  ["template is blocked", [132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 132068, 132069]],
  [{ againAfter: 30 * minute }, [133016, 133000, 133005, 133015]],
];
const rows = table.flatMap(([outcome, codes]) => codes.map((code) => ({ outcome, code })));
/** One of each row, and those that mostly come after the message was taken. */
const later = new Set([131026, 131047, 131049, 131050, 130472, 131053, 131048, ...table.map(([, [code]]) => code)]);

const base = prepareDatabase();
const organization = prepareOnce(() => buildOrganization(base.db));
let channel: TestChannel;
let owner: string;
let actor: Actor;

beforeAll(async () => {
  const sales = await buildAccount(base.db, organization, { role: "sales" });
  owner = (await buildAccount(base.db, organization, { role: "admin" })).accountId;
  channel = await buildChannel(base, organization);
  actor = buildActor(organization, { accountId: sales.accountId });
});
beforeEach(() =>
  base.owner.query(
    "update channel set stopped_at = null, stopped_reason = null, send_tokens = 80 where channel_id = $1",
    [channel.channelId],
  ),
);

let first: Awaited<ReturnType<typeof customer>> | undefined;

/** Somebody who has just written. */
async function customer() {
  await receive(base, channel, [inboundText({ sentAt: new Date(Date.now() - 60_000) })]);
  const conversation = (await conversationRows(base, channel)).at(-1);
  if (!conversation) throw new Error("There is no conversation");
  return conversation;
}

/** The first customer again, as if nothing had happened to what was sent before. */
async function sameCustomer() {
  first ??= await customer();
  const { conversation_id: conversationId, contact_id: contactId } = first;
  await base.owner.query("update message set state = 'cancelled' where conversation_id = $1 and direction = 'out'", [
    conversationId,
  ]);
  await base.owner.query(
    `update channel_contact set blocked_at = null, marketing_stopped_at = null, marketing_said_at = null,
       window_ends_at = now() + interval '23 hours', pair_tokens = 45 where contact_id = $1`,
    [contactId],
  );
  return first;
}

/** A marketing template on its way to a customer. */
async function begin(person = sameCustomer) {
  const conversation = await person();
  const [messageId, templateId] = [MessageId.parse(v7()), RecordId.parse(v7())];
  await sendMessage(base.db, actor, {
    leadId: LeadId.parse(conversation.lead_id),
    messageId,
    type: "text",
    content: "開學優惠",
  });
  const details = { template: { templateId, name: "sale", language: "zh_HK", category: "marketing", components: [] } };
  await base.owner.query("update message set kind = 'template', details = $2 where message_id = $1", [
    messageId,
    JSON.stringify(details),
  ]);
  return { conversationId: conversation.conversation_id, contactId: conversation.contact_id, messageId, templateId };
}

/** The provider refuses it at once, in an answer as Graph gives it. */
async function refuse(code: number, of: { conversationId: ConversationId }): Promise<void> {
  const provider = testProvider();
  const body = { error: { code, message: "Meta's words", error_data: { details: "and more of them" } } };
  provider.answer = () =>
    Promise.reject(refusedAnswer({ httpStatus: 400, headers: new Headers(), body, token: "token", repeatable: false }));
  await deliverAll(testInbox(base, provider), organization.scope, of.conversationId);
}

/** The provider takes it, and tells later that it failed. */
async function failLater(code: number, of: { conversationId: ConversationId; messageId: MessageId }): Promise<void> {
  const provider = testProvider();
  const id = `wamid.${v7()}`;
  provider.answer = async (message) => ({ providerMessageId: message.id === of.messageId ? id : `wamid.${v7()}` });
  await deliverAll(testInbox(base, provider), organization.scope, of.conversationId);
  const told = {
    id,
    status: "failed",
    timestamp: String(Math.floor(Date.now() / 1000)),
    errors: [{ code, title: "Meta's words" }],
  };
  const status = parseStatus(told, undefined, { now: new Date() });
  await receive(base, channel, [status, status]);
}

async function stateAfter(of: Awaited<ReturnType<typeof begin>>) {
  const message = (await messageRowsOf(base, of.conversationId)).find(({ message_id: id }) => id === of.messageId);
  const one = async <Row>(query: string, values: unknown[]) => (await base.owner.query(query, values)).rows[0] as Row;
  return {
    message,
    channel: await one<{ stopped_reason: string | null }>("select * from channel where channel_id = $1", [
      channel.channelId,
    ]),
    contact: await one<{
      blocked_at: Date | null;
      marketing_stopped_at: Date | null;
      window_ends_at: Date;
    }>("select * from channel_contact where contact_id = $1", [of.contactId]),
    refused: await one<{ n: number }>(
      "select count(*)::int as n from outbox where event = 'template.refused' and aggregate_id = $1",
      [of.templateId],
    ),
    told: await one<{ payload: { people: string[]; at: string } } | undefined>(
      "select payload from outbox where event = 'channel.stopped' and aggregate_id = $1 order by outbox_id desc limit 1",
      [channel.channelId],
    ),
  };
}

describe.each([
  ["refused at once", refuse, rows],
  ["failed after it was taken", failLater, rows.filter(({ code }) => later.has(code))],
] as const)("a message that is %s", (_, fail, cases) => {
  test.each(cases)("with $code: $outcome", async ({ code, outcome }) => {
    const of = await begin();
    const before = Date.now();
    await fail(code, of);
    const after = await stateAfter(of);
    const isAgain = typeof outcome === "object";

    expect(after.message).toMatchObject({ state: isAgain ? "queued" : "failed", error_code: String(code) });
    expect(after.message?.error_reason).not.toBe("unknown");
    if (isAgain) {
      const wait = ((after.message?.next_attempt_at?.getTime() ?? 0) - before) / 1000;
      expect(wait).toBeGreaterThanOrEqual(outcome.againAfter);
      // A minute is never made of what takes seconds.
      expect(wait).toBeLessThan(Math.max(90, outcome.againAfter * 3));
    } else expect(after.message?.next_attempt_at).toBeNull();

    expect(after.channel.stopped_reason !== null).toBe(outcome === "channel stops");
    if (outcome === "channel stops") {
      expect(after.channel.stopped_reason).toBe(after.message?.error_reason);
      expect(after.told?.payload.people).toContain(owner);
      expect(Date.parse(after.told?.payload.at ?? "")).toBeGreaterThanOrEqual(before);
    }
    expect(after.refused.n > 0).toBe(outcome === "template is blocked");
    expect(after.contact.marketing_stopped_at !== null).toBe(outcome === "opted out");
    expect(after.contact.blocked_at !== null).toBe(outcome === "customer is marked");
    expect(after.contact.window_ends_at.getTime() < Date.now()).toBe(outcome === "window closes");
  });
});

test("retries end after six attempts, with the reason", async () => {
  const of = await begin();
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await base.owner.query("update message set next_attempt_at = null where message_id = $1", [of.messageId]);
    await refuse(131000, of);
  }
  expect((await stateAfter(of)).message).toMatchObject({ state: "failed", error_reason: "providerUnavailable" });
});

test("a message that failed after later ones were sent is left to a person: it would be read too late", async () => {
  const of = await begin();
  const rows = await conversationRows(base, channel);
  const conversation = rows.find((one) => one.conversation_id === of.conversationId);
  await sendMessage(base.db, actor, { leadId: LeadId.parse(conversation?.lead_id), type: "text", content: "還有一句" });
  await failLater(131053, of);
  expect((await stateAfter(of)).message?.state).toBe("failed");
});

test("a rate limit of a number delays its whole channel, one of a recipient only that person", async () => {
  const [slow, other] = [await begin(customer), await begin(customer)];
  await refuse(131056, slow);
  const provider = testProvider();
  await deliverAll(testInbox(base, provider), organization.scope, other.conversationId);
  expect(provider.sent).toHaveLength(1);

  const [fast, held] = [await begin(customer), await begin(customer)];
  await refuse(130429, fast);
  await deliverAll(testInbox(base, provider), organization.scope, held.conversationId);
  expect(provider.sent).toHaveLength(1);
  const waits = (await stateAfter(held)).message;
  expect(waits?.state).toBe("queued");
  expect((waits?.next_attempt_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(2_000);
});

test("the errors are ours: every refusal is a ProviderFailure that is sure", () => {
  for (const { code } of rows) {
    const answer = { httpStatus: 500, headers: new Headers(), body: { error: { code } }, token: "", repeatable: false };
    const failure = refusedAnswer(answer);
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(failure.unsure).toBe(false);
  }
});
