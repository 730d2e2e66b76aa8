import type { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { expect, test } from "vitest";
import type { TestDatabase } from "#platform/db/for-tests";
import { preparePlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { workOnPlans } from "./jobs.ts";

let base: TestDatabase;
let plans: TestPlans;

preparePlans(async (desk) => {
  ({ base, plans } = desk);
  await base.owner.query(
    `insert into broadcast_price (organization_id, price_id, country, category, currency, unit_micros, valid_from)
     values ($1, $2, 'HK', 'marketing', 'USD', 73200, '2026-01-01')`,
    [plans.organization.organizationId, v7()],
  );
});

interface Sent {
  recordID: RecordId;
  number: string;
  amount: number | null;
  currency: string;
}

const send = (given: object = {}) => {
  const { channel, templateID, variables } = plans.form();
  return plans.post<Sent>("SendTest", { channel, templateID, variables, ...given });
};

const stop = () =>
  base.owner.query("update channel set stopped_at = now() where channel_id = $1", [plans.channel.channelId]);

async function work(): Promise<void> {
  await workOnPlans(sendingOf(base));
  await workOnPlans(sendingOf(base));
}

test("is sent to the typed number, once, even in quiet hours, and is counted", async () => {
  await plans.quietHours("00:00", "23:59");
  const recordID = v7();
  const [one, other] = await Promise.all([1, 2].map(() => send({ recordID, number: "852 9123 4099" })));
  expect(one?.body.resultData).toEqual({ recordID, number: "+85291234099", amount: 0.0732, currency: "USD" });
  expect(other?.body.resultData).toEqual(one?.body.resultData);
  await work();
  expect(await plans.messages()).toEqual([{ text: "+85291234099您好，暑期班開始報名。" }]);
  expect((await send({ recordID, number: "+85291234099" })).body).toMatchObject({ success: true });
  await work();
  expect(await plans.messages()).toHaveLength(1);
  const list = await plans.post<{ total: number }>("PlanList", {});
  expect(list.body.resultData).toMatchObject({ total: 0 });
  const edited = await plans.post("EditPlan", { recordID, name: "改了", numbers: ["+85291234001"] });
  expect(edited.body).toMatchObject({ name: "PLAN_STATE_CONFLICT" });
});

test("is sent to one's own number by default, and needs one if unknown", async () => {
  expect((await send()).body).toMatchObject({ name: "CHAT_NUMBER_REQUIRED" });
  await base.owner.query("update account set area_code = '+852', phone = '91234077' where organization_id = $1", [
    plans.organization.organizationId,
  ]);
  expect((await send()).body.resultData).toMatchObject({ number: "+85291234077" });
});

test("follows the rules of a plan: number, template, account, limit, and marketing within a day", async () => {
  const number = "+85291234099";
  expect((await send({ number: "12" })).body).toMatchObject({ name: "LEAD_BAD_PHONE" });
  expect((await send({ number, templateID: null })).body).toMatchObject({ name: "CHAT_TEMPLATE_REQUIRED" });
  expect((await send({ number, templateID: v7() })).body).toMatchObject({ success: false });
  await send({ number });
  await work();
  const again = await send({ number });
  await work();
  expect(await plans.info(again.body.resultData?.recordID as RecordId)).toMatchObject({
    state: "failed",
    reasons: [{ state: "excluded", reason: "recentMarketing", count: 1 }],
  });
  await base.owner.query("update broadcast_setting set monthly_limit = 1 where organization_id = $1", [
    plans.organization.organizationId,
  ]);
  expect((await send({ number: "+85291234098" })).body).toMatchObject({ name: "PLAN_MONTHLY_LIMIT" });
  await stop();
  expect((await send({ number: "+85291234098" })).body).toMatchObject({ name: "CHANNEL_STOPPED" });
});

test("fails if its number is stopped meanwhile, without a notification", async () => {
  const sent = await send({ number: "+85291234099" });
  await workOnPlans(sendingOf(base));
  await stop();
  await base.owner.query("update broadcast_recipient set state = 'waiting' where organization_id = $1", [
    plans.organization.organizationId,
  ]);
  await workOnPlans(sendingOf(base));
  const planId = sent.body.resultData?.recordID as RecordId;
  const info = await plans.info(planId);
  expect([info.state, info.pausedTime]).toEqual(["failed", null]);
  const told = await base.owner.query(
    "select from outbox where event = 'broadcast-plan.stopped' and aggregate_id = $1",
    [planId],
  );
  expect(told.rowCount).toBe(0);
});
