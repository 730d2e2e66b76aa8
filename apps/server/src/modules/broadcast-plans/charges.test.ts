import type { ConversationId } from "@homeroom/contract/ids";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { deliverAll, receive, statusOf, testInbox } from "#modules/inbox/for-tests";
import { buildOrganization } from "#modules/organizations/for-tests";
import { prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { settlePlans } from "./actions/apply-news.ts";
import { buildPlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { processNews, workOnPlans } from "./jobs.ts";
import { broadcastPlansModule } from "./public.ts";

const base = prepareDatabase();
let plans: TestPlans;

const server = prepareServer(base, (platform) => [broadcastPlansModule(platform, [])]);
beforeAll(async () => {
  const seller = await buildOrganization(base.db, "Homeroom");
  await base.owner.query("insert into plan_seller (organization_id) values ($1)", [seller.organizationId]);
});
beforeEach(async () => {
  plans = await buildPlans(base, server.app);
  for (const phone of ["91234001", "91234002"]) await plans.leadWith(phone);
});

/** What a centre was given, as an operator gives it. */
async function give(messages: number): Promise<void> {
  const { organizationId } = plans.organization;
  await base.owner.query(
    `insert into ledger_balance (organization_id, unit, place, balance)
     select $1, 'message', place, case place when 'available' then $2 when 'outside' then -$2::bigint else 0 end
     from unnest(array['outside', 'available', 'reserved', 'used']) as place`,
    [organizationId, messages],
  );
}

async function messagesAt(place: string): Promise<number> {
  const found = await base.owner.query<{ balance: number }>(
    "select balance::int as balance from ledger_balance where organization_id = $1 and unit = 'message' and place = $2",
    [plans.organization.organizationId, place],
  );
  return found.rows[0]?.balance ?? 0;
}

/** Sends what waits; answers the provider's ids. */
async function deliver(): Promise<string[]> {
  await workOnPlans(sendingOf(base));
  const found = await base.owner.query<{ message_id: string; conversation_id: ConversationId }>(
    `select message_id, conversation_id from message where organization_id = $1 and broadcast_plan_id is not null
     order by message_id`,
    [plans.organization.organizationId],
  );
  const inbox = testInbox(base);
  for (const row of found.rows) await deliverAll(inbox, plans.organization.scope, row.conversation_id);
  return found.rows.map((row) => `wamid.${row.message_id}`);
}

test("messages are reserved at the start, charged on delivery, and released on failure", async () => {
  await give(10);
  const planId = await plans.add();
  await workOnPlans(sendingOf(base));
  expect([await messagesAt("available"), await messagesAt("reserved")]).toEqual([8, 2]);
  const [one, other] = (await deliver()) as [string, string];
  await receive(base, plans.channel, [statusOf(one, "delivered")]);
  await processNews(base.db);
  await settlePlans(base.platform);
  expect([await messagesAt("reserved"), await messagesAt("used")]).toEqual([1, 1]);
  const gone = { class: "permanent", code: "131026", reason: "notOnWhatsApp", detail: "", stops: "recipient" } as const;
  await receive(base, plans.channel, [statusOf(other, "failed", { error: gone })]);
  await processNews(base.db);
  await Promise.all([settlePlans(base.platform), settlePlans(base.platform)]);
  expect([await messagesAt("available"), await messagesAt("reserved"), await messagesAt("used")]).toEqual([9, 0, 1]);
  expect(await plans.info(planId)).toMatchObject({ counters: { delivered: 1, failed: 1 } });
});

test("a plan that the account cannot pay waits with the reason, and continues once it can", async () => {
  await give(1);
  const planId = await plans.add();
  await workOnPlans(sendingOf(base));
  await workOnPlans(sendingOf(base));
  expect(await plans.info(planId)).toMatchObject({ state: "running", pauseReason: "balanceLow" });
  expect(await plans.messages()).toEqual([]);
  const refused = await plans.post("ResumePlan", { recordID: planId });
  expect(refused.body).toMatchObject({ success: false, name: "PLAN_BALANCE_LOW" });
  expect(await messagesAt("available")).toBe(1);
  await base.owner.query(
    "update ledger_balance set balance = balance + case place when 'available' then 5 else -5 end where organization_id = $1 and place in ('available', 'outside')",
    [plans.organization.organizationId],
  );
  expect((await plans.post("ResumePlan", { recordID: planId })).body).toMatchObject({ success: true });
  await deliver();
  expect(await plans.messages()).toHaveLength(2);
});

test("a plan that cannot be settled does not prevent charging other centres", async () => {
  const deliverOne = async () => {
    await give(2);
    await plans.add();
    await workOnPlans(sendingOf(base));
    const [one] = await deliver();
    await receive(base, plans.channel, [statusOf(one as string, "delivered")]);
    await processNews(base.db);
  };
  await deliverOne();
  const broken = [plans.organization.organizationId];
  await base.owner.query("update ledger_reservation set left_amount = 0 where organization_id = $1", broken);
  plans = await buildPlans(base, server.app);
  for (const phone of ["91234001", "91234002"]) await plans.leadWith(phone);
  await deliverOne();
  await settlePlans(base.platform);
  expect([await messagesAt("reserved"), await messagesAt("used")]).toEqual([1, 1]);
  await base.owner.query("update message_hold set closed_at = now() where organization_id = $1", broken);
});

test("a test is charged, even if the account is settled before it starts", async () => {
  await give(1);
  const { channel, templateID, variables } = plans.form();
  const sent = await plans.post("SendTest", { channel, templateID, variables, number: "+852 9123 4099" });
  expect(sent.body).toMatchObject({ success: true });
  await settlePlans(base.platform);
  expect([await messagesAt("available"), await messagesAt("reserved")]).toEqual([0, 1]);
  await workOnPlans(sendingOf(base));
  const [message] = await deliver();
  await receive(base, plans.channel, [statusOf(message as string, "delivered")]);
  await processNews(base.db);
  await settlePlans(base.platform);
  expect([await messagesAt("reserved"), await messagesAt("used")]).toEqual([0, 1]);
});

test("the estimate shows the account's balance", async () => {
  await give(3);
  const { name: _name, ...form } = plans.form() as { name: string };
  const { body } = await plans.post("EstimateCost", form);
  expect(body.resultData).toMatchObject({
    count: 2,
    balance: 0,
    account: { messages: 3, balance: 0, enoughFor: 3, after: { messages: 1, balance: 0 } },
  });
});

test("a plan ended while paused releases the reservations of waiting recipients", async () => {
  await give(2);
  const planId = await plans.add({ perMinute: 1 });
  await workOnPlans(sendingOf(base));
  const [sent] = await deliver();
  expect(await messagesAt("reserved")).toBe(2);
  expect((await plans.post("EndPlan", { recordID: planId })).body).toMatchObject({ name: "PLAN_STATE_CONFLICT" });
  expect((await plans.post("PausePlan", { recordID: planId })).body).toMatchObject({ success: true });
  expect((await plans.post("EndPlan", { recordID: planId })).body).toMatchObject({ success: true });
  await receive(base, plans.channel, [statusOf(sent as string, "delivered")]);
  await processNews(base.db);
  await workOnPlans(sendingOf(base));
  await settlePlans(base.platform);
  expect([await messagesAt("available"), await messagesAt("reserved"), await messagesAt("used")]).toEqual([1, 0, 1]);
  expect(await plans.info(planId)).toMatchObject({
    state: "completed",
    counters: { total: 2, delivered: 1, failed: 1 },
    reasons: [{ state: "failed", reason: "planEnded", count: 1 }],
  });
});

test("a plan ended before anything was sent has failed, and does not use the monthly limit", async () => {
  await give(2);
  const setting = { warningLevels: [], quietHours: null, prices: [], monthlyLimit: 2 };
  await plans.post("SaveSetting", { ...setting, version: 0, approvalAbove: 1 });
  const planId = await plans.add();
  await workOnPlans(sendingOf(base));
  expect(await plans.info(planId)).toMatchObject({ state: "running", pauseReason: "approvalNeeded" });
  expect((await plans.post("EndPlan", { recordID: planId })).body).toMatchObject({ success: true });
  expect(await plans.info(planId)).toMatchObject({ state: "failed", pausedTime: null, counters: { failed: 2 } });
  await plans.post("SaveSetting", { ...setting, version: 1, approvalAbove: null });
  const another = await plans.add();
  await workOnPlans(sendingOf(base));
  expect(await plans.info(another)).toMatchObject({ state: "running", pausedTime: null });
});
