import type { PlanInfo } from "@homeroom/contract/broadcast-plans";
import type { TargetRow } from "@homeroom/contract/targets";
import { expect, test } from "vitest";
import { buildAccount } from "#modules/accounts/for-tests";
import { buildLead } from "#modules/leads/for-tests";
import { buildSession, callApi, prepareServer } from "#modules/sign-in/for-tests";
import { targetsModule } from "#modules/targets/public";
import { prepareDatabase } from "#platform/db/for-tests";
import { buildPlans, sendingOf, type TestPlans } from "./for-tests.ts";
import { workOnPlans } from "./jobs.ts";
import { broadcastPlansModule, listsOfPlans } from "./public.ts";

const base = prepareDatabase();

const server = prepareServer(base, (platform) => [
  broadcastPlansModule(platform, []),
  targetsModule(platform, [listsOfPlans]),
]);

/** Somebody who sees their own leads only, with these permissions beside; of the first branch unless it is said. */
async function salesPerson(
  { organization }: TestPlans,
  permissions: readonly string[],
  branchId = organization.branchIds[0],
): Promise<string> {
  await base.owner.query(
    `insert into role_permission (organization_id, role_id, permission) select $1, $2, unnest($3::text[])
     on conflict do nothing`,
    [organization.organizationId, organization.roles.sales, permissions],
  );
  const account = await buildAccount(base.db, organization, { role: "sales", branchIds: [branchId] });
  return buildSession(base.db, organization, { ...account, branchId });
}

test("typed numbers are hidden from readers with own rows, except for their count", async () => {
  const plans = await buildPlans(base, server.app);
  const planId = await plans.add({ filter: null, numbers: ["+85291234001", "+85291234002"] });
  const seenBy = async (token: string) =>
    (await callApi<PlanInfo>(server.app, `GET /api_chat/Broadcast/PlanInfo?recordID=${planId}`, { token })).body
      .resultData;
  const reader = await salesPerson(plans, ["bulk:plan:query"]);
  expect(await seenBy(reader)).toMatchObject({ numbers: [], numberCount: 2 });
  const writer = await salesPerson(plans, ["bulk:plan:edit"]);
  expect(await seenBy(writer)).toMatchObject({ numbers: ["85291234001", "85291234002"], numberCount: 2 });
});

test("an estimate names no invisible lead", async () => {
  const plans = await buildPlans(base, server.app);
  const { organization } = plans;
  const colleague = await buildAccount(base.db, organization, { role: "sales" });
  const lead = { area_code: "+852", phone: "91234003", phone_e164: "85291234003", sales_id: colleague.accountId };
  await buildLead(base.db, organization, { ...lead, nickname: "同事的名單" });
  const elsewhere = { area_code: "+852", phone: "91234004", phone_e164: "85291234004", nickname: "別校的名單" };
  await buildLead(base.db, organization, { ...elsewhere, branch_id: organization.branchIds[1] });
  const token = await salesPerson(plans, ["bulk:plan:query", "bulk:plan:add"]);
  const body = plans.form({ filter: null, numbers: ["+85291234003", "+85291234004"] });
  const { body: estimate } = await callApi(server.app, "POST /api_chat/Broadcast/EstimateCost", { token, body });
  expect(estimate.success).toBe(true);
  expect(JSON.stringify(estimate)).toContain("85291234003");
  expect(JSON.stringify(estimate)).not.toMatch(/同事的名單|別校的名單/);
});

test("a plan that is held back does not use the monthly limit of others", async () => {
  const plans = await buildPlans(base, server.app);
  const setting = { warningLevels: [], quietHours: null, approvalAbove: null, prices: [], version: 0, monthlyLimit: 1 };
  expect((await plans.post("SaveSetting", setting)).body).toMatchObject({ success: true });
  const large = await plans.add({ filter: null, numbers: ["+85291234001", "+85291234002"] });
  await workOnPlans(sendingOf(base));
  expect(await plans.info(large)).toMatchObject({ state: "running", pauseReason: "monthlyLimit" });
  const small = await plans.add({ filter: null, numbers: ["+85291234005"] });
  await workOnPlans(sendingOf(base));
  expect((await plans.info(small)).pauseReason).toBeNull();
});

test("a recipient list names the plan in its condition, but not to readers of another branch", async () => {
  const plans = await buildPlans(base, server.app);
  const { organization } = plans;
  const planID = await plans.add({ filter: null, numbers: ["+85291234006"], name: "夏令營" });
  const [, branchId] = organization.branchIds;
  const owner = await buildAccount(base.db, organization, { role: "owner" });
  const token = await buildSession(base.db, organization, { ...owner, branchId });
  const elsewhere = await salesPerson(plans, ["bulk:target:query"], branchId);
  const body = {
    name: "未回覆的人",
    queryRule: { planID, planResult: "unanswered" },
    branchID: branchId,
  };
  const saved = await callApi(server.app, "POST /api_users/Member/SaveQueryLeadsFilter", { token, body });
  expect(saved.body).toMatchObject({ success: true });
  const namesSeen = async (as: string) => {
    const lists = { token: as, body: { pageSize: 10 } };
    const { body: found } = await callApi<{ list: TargetRow[] }>(
      server.app,
      "POST /api_users/Member/LeadsFilterList",
      lists,
    );
    return found.resultData?.list.map(({ names }) => names);
  };
  expect(await namesSeen(token)).toEqual([{ [planID]: "夏令營" }]);
  expect(await namesSeen(elsewhere)).toEqual([{}]);
});
