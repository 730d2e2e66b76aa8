import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import type { TestDatabase } from "#platform/db/for-tests";
import { preparePlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { workOnPlans } from "./jobs.ts";

let base: TestDatabase;
let plans: TestPlans;

preparePlans((desk) => {
  ({ base, plans } = desk);
});

/** A plan that failed for one of its two leads, and the plan that sends it to that lead again, before it begins. */
async function sentAgain(): Promise<{ again: RecordId; failed: LeadId; reached: LeadId }> {
  const failed = await plans.leadWith("91234001");
  const reached = await plans.leadWith("91234002");
  const first = await plans.add();
  await workOnPlans(sendingOf(base));
  await base.owner.query(
    "update broadcast_recipient set state = case when lead_id = $2 then 'failed' else 'delivered' end where plan_id = $1",
    [first, failed],
  );
  await base.owner.query(
    "update broadcast_plan set state = 'completed', failed = 1, finished_at = now() where plan_id = $1",
    [first],
  );
  const { body } = await plans.post<{ recordID: RecordId }>("ResendPlan", { recordID: first, part: "failed" });
  if (!body.resultData) throw new Error(`It was not sent again: ${JSON.stringify(body)}`);
  return { again: body.resultData.recordID, failed, reached };
}

async function edit(recordID: RecordId, given: object): Promise<void> {
  const { version } = await plans.info(recordID);
  const { body } = await plans.post("EditPlan", { ...plans.form(given), recordID, version });
  expect(body).toMatchObject({ success: true });
}

async function leadsOf(planId: RecordId): Promise<LeadId[]> {
  await workOnPlans(sendingOf(base));
  const { rows } = await base.owner.query<{ id: LeadId }>(
    "select lead_id as id from broadcast_recipient where plan_id = $1",
    [planId],
  );
  return rows.map(({ id }) => id);
}

test("a resent plan still goes only to the failed recipients after an edit", async () => {
  const { again, failed } = await sentAgain();
  const counted = await plans.post("EstimateCost", { ...plans.form(), recordID: again });
  expect(counted.body.resultData).toMatchObject({ count: 1 });
  await edit(again, { name: "暑期班第二次" });
  expect(await plans.info(again)).toMatchObject({ name: "暑期班第二次", sourcePart: "failed" });
  expect(await leadsOf(again)).toEqual([failed]);
});

test("with other recipients it is a separate plan", async () => {
  const { again, reached } = await sentAgain();
  const other = { filter: null, numbers: ["+852 9123 4002"] };
  const counted = await plans.post("EstimateCost", { ...plans.form(other), recordID: again });
  expect(counted.body.resultData).toMatchObject({ count: 1 });
  await edit(again, other);
  expect(await plans.info(again)).toMatchObject({ sourcePart: null, sourceRecordID: null });
  expect(await leadsOf(again)).toEqual([reached]);
});
