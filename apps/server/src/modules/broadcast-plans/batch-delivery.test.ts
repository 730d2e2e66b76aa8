import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { buildChannel, inboundText, receive, statusOf, testProvider } from "#modules/inbox/for-tests";
import { type ProviderError, ProviderFailure } from "#modules/inbox/port";
import type { TestDatabase } from "#platform/db/for-tests";
import { claimBatch } from "./actions/send-batch.ts";
import { buildApprovedTemplate, preparePlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { processNews, workOnPlans } from "./jobs.ts";

let base: TestDatabase;
let plans: TestPlans;

preparePlans((desk) => {
  ({ base, plans } = desk);
});

const phoneOf = (at: number) => `9123${String(4000 + at)}`;
const organizationId = () => plans.organization.organizationId;

async function leads(count: number): Promise<LeadId[]> {
  const made: LeadId[] = [];
  for (let at = 0; at < count; at += 1) made.push(await plans.leadWith(phoneOf(at)));
  return made;
}

async function states(): Promise<Record<string, string>> {
  const { rows } = await base.owner.query<{ phone: string; state: string; attempts: number }>(
    `select contact.phone, message.state, message.attempts from message join channel_contact contact using (organization_id, contact_id)
     where message.organization_id = $1 and broadcast_plan_id is not null`,
    [organizationId()],
  );
  return Object.fromEntries(rows.map(({ phone, state, attempts }) => [phone.slice(3), `${state} ${attempts}`]));
}

async function start(given: object = {}): Promise<RecordId> {
  const planId = await plans.add(given);
  await workOnPlans(sendingOf(base));
  return planId;
}

const failure = (given: Partial<ProviderError>) =>
  new ProviderFailure({
    ...{ class: "permanent", code: "1", reason: "undeliverable", detail: "", stops: "message" },
    ...given,
  } as ProviderError);

test("each answer of the provider belongs to its message, even if late", async () => {
  await leads(5);
  const planId = await start();
  const provider = testProvider();
  let isLate = false;
  provider.answer = async ({ id, to }) => {
    switch (to.phone?.slice(3)) {
      case phoneOf(0):
        // Longer than the others are waited for: these are stored meanwhile.
        await expect.poll(async () => Object.values(await states()).includes("accepted 1")).toBe(true);
        isLate = true;
        return { providerMessageId: `wamid.${id}` };
      case phoneOf(1):
        throw failure({ class: "retryable", reason: "unreachable" });
      case phoneOf(2):
        throw failure({});
      case phoneOf(3):
        throw new ProviderFailure(failure({ class: "retryable", reason: "noAnswer" }).error, true);
      default:
        return { providerMessageId: `wamid.${id}` };
    }
  };
  await workOnPlans(sendingOf(base, provider));
  expect(isLate).toBe(true);
  expect(await states()).toEqual({
    [phoneOf(0)]: "accepted 1",
    [phoneOf(1)]: "queued 1",
    [phoneOf(2)]: "failed 1",
    [phoneOf(3)]: "unsure 1",
    [phoneOf(4)]: "accepted 1",
  });
  await workOnPlans(sendingOf(base, provider));
  expect(provider.sent).toHaveLength(5);
  await processNews(base.db);
  expect((await plans.info(planId)).counters).toMatchObject({ total: 5, accepted: 2, failed: 1 });
});

test("messages claimed by a dead process are not resent, and their statuses settle them", async () => {
  await leads(2);
  const planId = await start();
  const dead = sendingOf(base);
  const next = await claimBatch(dead, plans.organization.scope, planId);
  expect(next).toMatchObject({ dealt: 2 });
  const provider = testProvider();
  await workOnPlans(sendingOf(base, provider));
  expect(provider.sent).toEqual([]);
  const { rows } = await base.owner.query<{ id: string }>(
    "select message_id as id from message where organization_id = $1",
    [organizationId()],
  );
  await receive(base, plans.channel, [statusOf("wamid.told", "sent", { ourId: rows[0]?.id as string })]);
  await processNews(base.db);
  expect((await plans.info(planId)).counters).toMatchObject({ accepted: 1 });
  expect(Object.values(await states()).toSorted()).toEqual(["sending 1", "sent 1"]);
});

test("a status that arrives before the answer is stored is kept, and the answer adds nothing", async () => {
  await leads(2);
  const planId = await start();
  const provider = testProvider();
  provider.answer = async ({ id, to }) => {
    const providerMessageId = `wamid.${id}`;
    if (to.phone?.slice(3) === phoneOf(0))
      await receive(base, plans.channel, [statusOf(providerMessageId, "delivered", { ourId: id })]);
    return { providerMessageId };
  };
  await workOnPlans(sendingOf(base, provider));
  expect(await states()).toEqual({ [phoneOf(0)]: "delivered 1", [phoneOf(1)]: "accepted 1" });
  const { rows } = await base.owner.query<{ version: number }>(
    "select distinct version from message where organization_id = $1",
    [organizationId()],
  );
  // Claimed, then told: each was written twice.
  expect(rows).toEqual([{ version: 2 }]);
  await processNews(base.db);
  expect((await plans.info(planId)).counters).toMatchObject({ accepted: 2, delivered: 1 });
});

test("a person who is busy, waits for another message or shares a lead is handled individually", async () => {
  const [, second] = await leads(2);
  await receive(base, plans.channel, [inboundText({ from: { phone: `852${phoneOf(0)}` } })]);
  await base.owner.query(
    `insert into message (organization_id, message_id, conversation_id, channel_id, contact_id, position, direction, kind, state, sent_at, version)
     select organization_id, gen_random_uuid(), conversation_id, $2, contact_id, 2, 'out', 'text', 'queued', now(), 2
     from conversation where organization_id = $1`,
    [organizationId(), plans.channel.channelId],
  );
  await base.owner.query(
    "update conversation set last_position = 2, last_inbound_at = null where organization_id = $1",
    [organizationId()],
  );
  await base.owner.query("update lead set contact1_e164 = $2 where lead_id = $1", [second, "85291239999"]);
  const planId = await start({ numbers: ["+85291239999", "+85291239998"] });
  const provider = testProvider();
  await workOnPlans(sendingOf(base, provider));
  expect(provider.sent.map(({ to }) => to.phone)).toEqual([`852${phoneOf(1)}`]);
  expect(await states()).toEqual({
    [phoneOf(0)]: "queued 0",
    [phoneOf(1)]: "accepted 1",
    "91239998": "queued 0",
  });
  // The lead with two numbers has had its marketing of the day.
  expect((await plans.info(planId)).counters).toMatchObject({ total: 3, excluded: 1 });
});

test("a reply counts even while the conversation is being written elsewhere: marketing is allowed again", async () => {
  await leads(1);
  await start();
  await workOnPlans(sendingOf(base));
  await receive(base, plans.channel, [inboundText({ from: { phone: `852${phoneOf(0)}` } })]);
  const planId = await start();
  const elsewhere = await base.owner.connect();
  await elsewhere.query("begin");
  await elsewhere.query("select from conversation where organization_id = $1 for no key update", [organizationId()]);
  const round = workOnPlans(sendingOf(base));
  const isWaiting = async () =>
    (await base.superuser.query("select from pg_locks where not granted and pid <> pg_backend_pid()")).rowCount;
  await expect.poll(isWaiting).toBeGreaterThan(0);
  await elsewhere.query("rollback");
  elsewhere.release();
  await round;
  expect((await plans.info(planId)).counters).toMatchObject({ total: 1, excluded: 0 });
});

test("many messages are announced together, and move no conversation", async () => {
  await leads(30);
  await start();
  await base.owner.query("delete from outbox where organization_id = $1", [organizationId()]);
  await workOnPlans(sendingOf(base));
  const { rows } = await base.owner.query<{ event: string; count: number; changes: number }>(
    `select event, count(*)::int as count, sum(jsonb_array_length(payload -> 'changes'))::int as changes
     from outbox where organization_id = $1 group by 1`,
    [organizationId()],
  );
  expect(rows).toEqual([{ event: "messages.changed", count: 2, changes: 60 }]);
  const talks = await base.owner.query(
    "select from conversation where organization_id = $1 and last_message_at is not null",
    [organizationId()],
  );
  expect(talks.rows).toHaveLength(0);
});

test("all processes together keep a channel's rate, and a part is reserved for people", async () => {
  const other = await buildChannel(base, plans.organization);
  await leads(3);
  const planId = await start({ channel: other.channelId });
  const tokens = (count: number) =>
    base.owner.query(
      "update channel set send_tokens = $2, send_tokens_at = now() + interval '1 hour' where channel_id = $1",
      [other.channelId, count],
    );
  // A tenth of 80 a second is not for broadcasts. The moment is ahead, so that nothing is filled up meanwhile.
  await tokens(8);
  expect(await claimBatch(sendingOf(base), plans.organization.scope, planId)).toMatchObject({
    waitMs: expect.any(Number),
  });
  expect(await states()).toEqual({});
  await tokens(80);
  const batch = await claimBatch(sendingOf(base), plans.organization.scope, planId);
  if (!batch || !("rest" in batch)) throw new Error("Nothing was claimed");
  expect(batch.dealt).toBe(3);
  await batch.rest();
  const { rows } = await base.owner.query<{ left: number }>(
    "select send_tokens as left from channel where channel_id = $1",
    [other.channelId],
  );
  expect(rows[0]?.left).toBe(77);
});

test("all processes together keep the limit for one person", async () => {
  await leads(1);
  await receive(base, plans.channel, [inboundText({ from: { phone: `852${phoneOf(0)}` } })]);
  const templateID = await buildApprovedTemplate(base, plans.organization, "utility");
  for (let at = 0; at < 4; at += 1) await plans.add({ templateID });
  await workOnPlans(sendingOf(base));
  await base.owner.query(
    "update channel_contact set pair_tokens = 2, pair_tokens_at = now() where organization_id = $1",
    [organizationId()],
  );
  const began = performance.now();
  const workers = [testProvider(), testProvider()];
  await Promise.all(workers.map((provider) => workOnPlans(sendingOf(base, provider))));
  // One more is due every six seconds, however long this takes.
  const most = 2 + Math.ceil((performance.now() - began) / 6000);
  const sent = workers.flatMap((provider) => provider.sent).length;
  expect(sent).toBeLessThan(most);
  expect(await plans.messages()).toHaveLength(4);
  const { rows } = await base.owner.query<{ left: number }>(
    "select pair_tokens as left from channel_contact where organization_id = $1",
    [organizationId()],
  );
  expect(rows[0]?.left).toBeGreaterThanOrEqual(0);
  expect(rows[0]?.left).toBeLessThan(most - sent);
});
