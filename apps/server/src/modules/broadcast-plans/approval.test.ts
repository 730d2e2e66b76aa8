import { planLimits } from "@homeroom/contract/broadcast-plans";
import type { RecordId } from "@homeroom/contract/ids";
import type { FastifyInstance } from "fastify";
import { beforeEach, expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildSession, callApi } from "#modules/sign-in/for-tests";
import type { TestDatabase } from "#platform/db/for-tests";
import { preparePlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { workOnPlans } from "./jobs.ts";

let base: TestDatabase;
let app: FastifyInstance;
let plans: TestPlans;
/** A second person with the right to approve. */
let colleague: string;

preparePlans((desk) => {
  ({ base, app, plans } = desk);
});

beforeEach(async () => {
  const { organization } = plans;
  const account = await buildAccount(base.db, organization, { role: "owner" });
  colleague = await buildSession(base.db, organization, { ...account, branchId: organization.branchIds[0] });
  await plans.post("SaveSetting", {
    ...{ warningLevels: [], quietHours: null, prices: [], monthlyLimit: null, version: 0 },
    approvalAbove: 2,
  });
});

const addLeads = async (from: number, count: number) => {
  for (let index = 0; index < count; index += 1) await plans.leadWith(String(from + index));
};

/** A plan that a colleague approves an hour ahead. */
async function approvedPlan(): Promise<RecordId> {
  const scheduleTime = new Date(Date.now() + 6 * planLimits.minutesAhead * 60_000).toISOString();
  const recordID = await plans.add({ scheduleTime });
  const { body } = await callApi(app, "POST /api_chat/Broadcast/ApprovePlan", { token: colleague, body: { recordID } });
  expect(body).toMatchObject({ success: true });
  expect(await plans.info(recordID)).toMatchObject({ needsApproval: false });
  return recordID;
}

/** Its hour has come. */
async function start(planId: RecordId): Promise<void> {
  await base.owner.query("update broadcast_plan set schedule_at = now() where plan_id = $1", [planId]);
  await workOnPlans(sendingOf(base));
}

test("a plan that has grown only slightly since its approval is sent", async () => {
  await addLeads(91234000, 20);
  const planId = await approvedPlan();
  await addLeads(91235000, 2);
  await start(planId);
  expect(await plans.info(planId)).toMatchObject({ state: "running", pauseReason: null, counters: { total: 22 } });
});

test("a plan that has grown by more than a tenth needs a new approval", async () => {
  await addLeads(91234000, 20);
  const planId = await approvedPlan();
  await addLeads(91235000, 3);
  await start(planId);
  expect(await plans.info(planId)).toMatchObject({
    ...{ state: "running", pauseReason: "approvalNeeded", needsApproval: true },
    ...{ approver: "", approveTime: null, counters: { total: 23, accepted: 0 } },
  });
  const body = { recordID: planId };
  expect((await callApi(app, "POST /api_chat/Broadcast/ApprovePlan", { token: colleague, body })).body).toMatchObject({
    success: true,
  });
  expect(await plans.info(planId)).toMatchObject({ pauseReason: null, needsApproval: false });
});

test("a plan whose template has changed needs a new approval", async () => {
  await addLeads(91234000, 3);
  const planId = await approvedPlan();
  await base.owner.query(
    `update message_template set content = content || '{"body": "{{1}}您好，改了。"}', approved_content = content || '{"body": "{{1}}您好，改了。"}'
     where organization_id = $1`,
    [plans.organization.organizationId],
  );
  await start(planId);
  expect(await plans.info(planId)).toMatchObject({ state: "running", pauseReason: "approvalNeeded" });
});

test("a plan that needs no approval is sent regardless of changes", async () => {
  await addLeads(91234000, 1);
  const planId = await approvedPlan();
  await addLeads(91235000, 1);
  await start(planId);
  expect(await plans.info(planId)).toMatchObject({ state: "running", pauseReason: null, counters: { total: 2 } });
});
