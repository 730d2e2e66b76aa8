import type { RecordId } from "@homeroom/contract/ids";
import { describe, expect, test } from "vitest";
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

test("a held-back plan warns about the limit when it continues, and not again after a pause", async () => {
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

describe("a plan that continues in a later month", () => {
  const numbers = ["+85291234001", "+85291234002", "+85291234003"];

  /** A plan to three people that has sent to one of them, and is paused. */
  async function paused(plans: TestPlans): Promise<RecordId> {
    const recordID = await plans.add({ filter: null, numbers, perMinute: 1 });
    for (let round = 0; round < 2; round += 1) await workOnPlans(sendingOf(base));
    expect(await plans.messages()).toHaveLength(1);
    await plans.post("PausePlan", { recordID });
    return recordID;
  }

  /** As if all of that had been last month. */
  async function lastMonth(recordID: RecordId): Promise<void> {
    await base.owner.query(
      `update broadcast_plan set started_at = started_at - interval '40 days', paused_at = paused_at - interval '40 days',
         paced_until = null
       where plan_id = $1`,
      [recordID],
    );
    await base.owner.query(
      "update broadcast_recipient set queued_at = queued_at - interval '40 days' where plan_id = $1",
      [recordID],
    );
  }

  const resume = async (plans: TestPlans, recordID: RecordId) =>
    expect((await plans.post("ResumePlan", { recordID })).body).toMatchObject({ success: true });

  test("uses that month's limit for the remaining messages", async () => {
    const plans = await buildPlans(base, server.app);
    const recordID = await paused(plans);
    await limit(plans, 0, 2);
    // In the month of its start it takes all of its messages.
    const all = await plans.post("ResumePlan", { recordID });
    expect(all.body).toMatchObject({ name: "PLAN_MONTHLY_LIMIT" });
    await lastMonth(recordID);
    await limit(plans, 1, 1);
    const { body } = await plans.post("ResumePlan", { recordID });
    expect(body).toMatchObject({ name: "PLAN_MONTHLY_LIMIT" });
    expect(body.message).toMatch(/需要 2 則/);
    await limit(plans, 2, 2);
    await resume(plans, recordID);
  });

  test("leaves the unused part of that month's limit to others", async () => {
    const plans = await buildPlans(base, server.app);
    const first = await paused(plans);
    await lastMonth(first);
    await limit(plans, 0, 3);
    expect(await plans.usedThisMonth()).toBe(0);
    await resume(plans, first);
    expect(await plans.usedThisMonth()).toBe(2);
    const two = await plans.add({ filter: null, numbers: ["+85291235001", "+85291235002"] });
    await workOnPlans(sendingOf(base));
    expect(await plans.info(two)).toMatchObject({ pauseReason: "monthlyLimit" });
    const one = await plans.add({ filter: null, numbers: ["+85291235001"] });
    await workOnPlans(sendingOf(base));
    expect(await plans.info(one)).toMatchObject({ state: "running", pausedTime: null });
    expect(await plans.usedThisMonth()).toBe(3);
  });

  test("uses it once, even if it is paused or ended meanwhile", async () => {
    const plans = await buildPlans(base, server.app);
    const recordID = await paused(plans);
    await lastMonth(recordID);
    await limit(plans, 0, 2);
    await resume(plans, recordID);
    await workOnPlans(sendingOf(base));
    expect(await plans.messages()).toHaveLength(2);
    expect(await plans.usedThisMonth()).toBe(2);
    await plans.post("PausePlan", { recordID });
    expect(await plans.usedThisMonth()).toBe(2);
    await resume(plans, recordID);
    await plans.post("PausePlan", { recordID });
    await plans.post("EndPlan", { recordID });
    expect(await plans.usedThisMonth()).toBe(1);
    const { rows } = await base.owner.query(
      "select payload from outbox where event = 'broadcast-plan.limit-near' and aggregate_id = $1",
      [recordID],
    );
    expect(rows).toMatchObject([{ payload: { level: 50 } }]);
  });
});
