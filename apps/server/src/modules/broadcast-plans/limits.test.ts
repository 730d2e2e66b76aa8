import type { RecordId } from "@homeroom/contract/ids";
import { describe, expect, test } from "vitest";
import {
  conversationRows,
  deliverAll,
  inboundText,
  receive,
  statusOf,
  testInbox,
  testProvider,
} from "#modules/inbox/for-tests";
import { type ProviderError, ProviderFailure } from "#modules/inbox/port";
import type { TestDatabase } from "#platform/db/for-tests";
import { buildApprovedTemplate, preparePlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { processNews, workOnPlans } from "./jobs.ts";

let base: TestDatabase;
let plans: TestPlans;

preparePlans((desk) => {
  ({ base, plans } = desk);
});

const spam = { class: "permanent", code: "131048", reason: "spamLimit", detail: "", stops: "message" } as const;
const limit = { ...spam, class: "rate-limited", code: "131064", reason: "messagingLimit", retryAfterMs: 3_600_000 };
const limits = [spam, limit] as ProviderError[];

const phoneOf = (at: number) => `9123${String(5000 + at)}`;
const organizationId = () => plans.organization.organizationId;

async function leads(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await plans.leadWith(phoneOf(at));
}

/** A provider that refuses these people, or everybody. */
function refusing(error: ProviderError, refused?: readonly string[]) {
  const provider = testProvider();
  provider.answer = async ({ id, to }) => {
    const isRefused = !refused || refused.includes(to.phone?.slice(3) ?? "");
    if (isRefused) throw new ProviderFailure(error);
    return { providerMessageId: `wamid.${id}` };
  };
  return provider;
}

/** Starts plans and has them send once. */
async function start(...given: object[]): Promise<RecordId[]> {
  const ids: RecordId[] = [];
  for (const one of given) ids.push(await plans.add(one));
  await workOnPlans(sendingOf(base));
  return ids;
}

async function recipients(planId: RecordId): Promise<string[]> {
  const { rows } = await base.owner.query<{ state: string }>(
    "select state from broadcast_recipient where plan_id = $1 and state <> 'excluded' order by phone",
    [planId],
  );
  return rows.map(({ state }) => state);
}

/** By phone: the states of a plan's messages. */
async function messages(): Promise<Record<string, string[]>> {
  const { rows } = await base.owner.query<{ phone: string; states: string[] }>(
    `select contact.phone, array_agg(message.state order by message.position) as states
     from message join channel_contact contact using (organization_id, contact_id)
     where message.organization_id = $1 and broadcast_plan_id is not null group by 1`,
    [organizationId()],
  );
  return Object.fromEntries(rows.map(({ phone, states }) => [phone.slice(3), states]));
}

async function resume(planId: RecordId): Promise<void> {
  const { body } = await plans.post("ResumePlan", { recordID: planId });
  expect(body).toMatchObject({ success: true });
}

describe.each(limits)("a plan that $reason refuses", (error) => {
  test("pauses, and sends the refused recipients one message each when resumed", async () => {
    await leads(3);
    const [planId] = (await start({})) as [RecordId];
    await workOnPlans(sendingOf(base, refusing(error, [phoneOf(1), phoneOf(2)])));
    await processNews(base.db);
    expect(await recipients(planId)).toEqual(["accepted", "waiting", "waiting"]);
    const paused = await plans.info(planId);
    expect(paused).toMatchObject({ state: "running", pauseReason: error.reason });
    expect(paused.counters).toMatchObject({ total: 3, accepted: 1, failed: 0 });
    const idle = testProvider();
    await workOnPlans(sendingOf(base, idle));
    expect(idle.sent).toEqual([]);

    await resume(planId);
    const provider = testProvider();
    await workOnPlans(sendingOf(base, provider));
    await processNews(base.db);
    await workOnPlans(sendingOf(base, provider));
    expect(provider.sent.map(({ to }) => to.phone?.slice(3)).toSorted()).toEqual([phoneOf(1), phoneOf(2)]);
    expect(await messages()).toEqual({
      [phoneOf(0)]: ["accepted"],
      [phoneOf(1)]: ["cancelled", "accepted"],
      [phoneOf(2)]: ["cancelled", "accepted"],
    });
    const done = await plans.info(planId);
    expect(done.state).toBe("completed");
    expect(done.counters).toMatchObject({ total: 3, accepted: 3, failed: 0, excluded: 0 });
  });

  test("pauses the number's other plans too, and withdraws waiting messages", async () => {
    await leads(2);
    const service = await buildApprovedTemplate(base, plans.organization, "utility");
    const numbers = (at: number) => ({ filter: null, numbers: [`+852${phoneOf(at)}`] });
    const [first, other] = (await start(numbers(0), { ...numbers(1), templateID: service })) as [RecordId, RecordId];
    const passing: ProviderError = { ...error, class: "retryable", reason: "providerUnavailable" };
    const provider = testProvider();
    provider.answer = ({ to }) => {
      throw new ProviderFailure(to.phone?.endsWith(phoneOf(0)) ? error : passing);
    };
    await workOnPlans(sendingOf(base, provider));
    expect(await messages()).toEqual({ [phoneOf(0)]: ["cancelled"], [phoneOf(1)]: ["queued"] });
    await processNews(base.db);
    for (const planId of [first, other]) {
      expect(await plans.info(planId)).toMatchObject({ state: "running", pauseReason: error.reason });
      expect(await recipients(planId)).toEqual(["waiting"]);
    }
    expect(await messages()).toEqual({ [phoneOf(0)]: ["cancelled"], [phoneOf(1)]: ["cancelled"] });
    await base.owner.query("update message set next_attempt_at = now() where organization_id = $1", [organizationId()]);
    const idle = testProvider();
    for (const { conversation_id: id } of await conversationRows(base, plans.channel))
      await deliverAll(testInbox(base, idle), plans.organization.scope, id);
    expect(idle.sent).toEqual([]);
  });

  test("also pauses when the refusal arrives after the message was accepted", async () => {
    await leads(2);
    const [planId] = (await start({})) as [RecordId];
    const provider = testProvider();
    await workOnPlans(sendingOf(base, provider));
    await processNews(base.db);
    expect((await plans.info(planId)).counters).toMatchObject({ accepted: 2 });
    const [one, two] = provider.sent.map(({ id }) => `wamid.${id}`) as [string, string];
    await receive(base, plans.channel, [statusOf(one, "failed", { error }), statusOf(two, "failed", { error })]);
    await processNews(base.db);
    expect(await plans.info(planId)).toMatchObject({ pauseReason: error.reason, counters: { accepted: 0, failed: 0 } });
    expect(await recipients(planId)).toEqual(["waiting", "waiting"]);
    // It has arrived after all.
    await receive(base, plans.channel, [statusOf(one, "delivered")]);
    await processNews(base.db);
    expect((await recipients(planId)).toSorted()).toEqual(["delivered", "waiting"]);
    await resume(planId);
    const again = testProvider();
    await workOnPlans(sendingOf(base, again));
    expect(again.sent).toHaveLength(1);
  });

  test("can be ended instead: the refused recipients then count as failed", async () => {
    await leads(2);
    const [planId] = (await start({})) as [RecordId];
    await workOnPlans(sendingOf(base, refusing(error)));
    await processNews(base.db);
    await plans.post("EndPlan", { recordID: planId });
    expect(await recipients(planId)).toEqual(["failed", "failed"]);
    expect(await plans.info(planId)).toMatchObject({ state: "failed", counters: { total: 2, failed: 2 } });
  });
});

test("a test refused by a limit has failed", async () => {
  await leads(1);
  const [planId] = (await start({ filter: null, numbers: [`+852${phoneOf(0)}`] })) as [RecordId];
  await base.owner.query("update broadcast_plan set is_test = true where plan_id = $1", [planId]);
  await workOnPlans(sendingOf(base, refusing(spam)));
  await processNews(base.db);
  expect(await recipients(planId)).toEqual(["failed"]);
  await workOnPlans(sendingOf(base));
  expect(await plans.info(planId)).toMatchObject({ state: "failed", pauseReason: null });
});

test("an answer to a message that was refused after all does not count", async () => {
  await leads(1);
  const [planId] = (await start({})) as [RecordId];
  const provider = testProvider();
  await workOnPlans(sendingOf(base, provider));
  await processNews(base.db);
  const [id] = provider.sent.map((one) => `wamid.${one.id}`) as [string];
  await receive(base, plans.channel, [inboundText({ from: { phone: `852${phoneOf(0)}` } })]);
  await processNews(base.db);
  expect((await plans.info(planId)).counters).toMatchObject({ accepted: 1, replied: 1 });
  await receive(base, plans.channel, [statusOf(id, "failed", { error: spam })]);
  await processNews(base.db);
  expect((await plans.info(planId)).counters).toMatchObject({ accepted: 0, replied: 0 });
});
