import { expect, test } from "vitest";
import { prepareServer } from "#modules/sign-in/for-tests";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildPlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { workOnPlans } from "./jobs.ts";
import { broadcastPlansModule } from "./public.ts";

const base = prepareDatabase();

const server = prepareServer(base, (platform) => [broadcastPlansModule(platform, [])]);

async function limit(plans: TestPlans, version: number, monthlyLimit: number): Promise<void> {
  const setting = { warningLevels: [50], quietHours: null, approvalAbove: null, prices: [] };
  const { body } = await plans.post("SaveSetting", { ...setting, version, monthlyLimit });
  expect(body).toMatchObject({ success: true });
}

test("a plan that was held back warns of the limit when it goes on, and not again after a pause", async () => {
  const plans = await buildPlans(base, server.app);
  await limit(plans, 0, 1);
  const planId = await plans.add({ filter: null, numbers: ["+85291234001", "+85291234002"] });
  await workOnPlans(sendingOf(base));
  expect(await plans.info(planId)).toMatchObject({ pauseReason: "monthlyLimit" });
  await limit(plans, 1, 4);
  for (const call of ["ResumePlan", "PausePlan", "ResumePlan"])
    expect((await plans.post(call, { recordID: planId })).body).toMatchObject({ success: true });
  const { rows } = await base.owner.query("select payload from outbox where event = 'broadcast-plan.limit-near'");
  expect(rows).toMatchObject([{ payload: { level: 50 } }]);
});

test("a plan that goes on in a later month asks that month's limit for what is still to be sent", async () => {
  const plans = await buildPlans(base, server.app);
  const numbers = ["+85291234001", "+85291234002", "+85291234003"];
  const recordID = await plans.add({ filter: null, numbers, perMinute: 1 });
  for (let round = 0; round < 2; round += 1) await workOnPlans(sendingOf(base));
  expect(await plans.messages()).toHaveLength(1);
  await plans.post("PausePlan", { recordID });
  await limit(plans, 0, 2);
  // In the month of its start it takes all of its messages.
  const all = await plans.post("ResumePlan", { recordID });
  expect(all.body).toMatchObject({ name: "PLAN_MONTHLY_LIMIT" });
  await base.owner.query("update broadcast_plan set started_at = now() - interval '40 days' where plan_id = $1", [
    recordID,
  ]);
  await limit(plans, 1, 1);
  const { body } = await plans.post("ResumePlan", { recordID });
  expect(body).toMatchObject({ name: "PLAN_MONTHLY_LIMIT" });
  expect(body.message).toMatch(/需要 2 則/);
  await limit(plans, 2, 2);
  expect((await plans.post("ResumePlan", { recordID })).body).toMatchObject({ success: true });
});
