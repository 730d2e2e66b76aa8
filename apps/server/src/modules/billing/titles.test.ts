import type { LedgerRow, PlanOrderRow } from "@homeroom/contract/billing";
import type { PayPage } from "@homeroom/contract/payments";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { paymentsModule } from "#modules/payments/public";
import { callApi } from "#modules/sign-in/for-tests";
import { type BillingDesk, openBillingDesk } from "./for-tests.ts";
import { titleOfPlanOrder } from "./public.ts";

let desk: BillingDesk;
beforeAll(async () => {
  desk = await openBillingDesk((platform) => [paymentsModule(platform, [], titleOfPlanOrder(platform))]);
});
afterAll(() => desk.stop());
beforeEach(() => desk.openCentre());

async function listIn<Row>(name: string, language: string): Promise<Row[]> {
  const token = desk.director.token;
  const { body } = await callApi<{ list: Row[] }>(desk.app, `POST /api_basic/Payment/${name}`, {
    ...{ token, language },
    body: {},
  });
  if (!body.success) throw new Error(body.name);
  return body.resultData.list;
}

test("purchases are named in the reader's language, not in the centre's", async () => {
  await desk.buy({ kind: "subscription", planID: "basic", months: 1 });
  await desk.buy({ kind: "upgrade", planID: "advanced" });
  await desk.buy({ kind: "broadcast", months: 1 });
  await desk.buy({ kind: "recharge", amount: 500 });
  const titles = async (language: string) => [
    ...(await listIn<PlanOrderRow>("OrderList", language)),
    ...(await listIn<PlanOrderRow>("RechargeList", language)),
  ];
  const said = async (language: string) => (await titles(language)).map(({ title }) => title);
  expect(await said("en")).toEqual([
    "1,000 broadcast messages",
    "Upgrade to Advanced plan",
    "Basic plan, 1 month",
    "Account top-up",
  ]);
  expect(await said("zh-CN")).toEqual(["群发套餐 1,000 条消息", "升级至高级套餐", "基础套餐 1 个月", "账户充值"]);
  const spent = (await listIn<LedgerRow>("ExpenseList", "en")).map(({ note }) => note);
  expect(spent).toEqual(["1,000 broadcast messages", "Upgrade to Advanced plan", "Basic plan, 1 month"]);
});

test("purchases are named in the reader's language on the payment page", async () => {
  const { payUrl } = await desk.order({ kind: "subscription", planID: "basic", months: 12 });
  const { search } = new URL(payUrl ?? "");
  const named = async (language: string) => {
    const { body } = await callApi<PayPage>(desk.app, `GET /api_basic/Payment/PayPage${search}`, { language });
    return body.resultData?.items;
  };
  expect(await named("en")).toEqual([{ name: "Basic plan, 12 months (+2 free)", quantity: 1 }]);
  expect(await named("zh-CN")).toEqual([{ name: "基础套餐 12 个月（送 2 个月）", quantity: 1 }]);
});

test("ad placements are named in the reader's language, other titles as written", async () => {
  await desk.order({ kind: "recharge", amount: 500 });
  await desk.owner.query("update plan_order set kind = 'adPlacement', title = '廣告投放：名單'");
  expect(await listIn<PlanOrderRow>("OrderList", "en")).toMatchObject([{ title: "Ad placement: leads" }]);
  await desk.owner.query("update plan_order set title = '活動佈置'");
  expect(await listIn<PlanOrderRow>("OrderList", "en")).toMatchObject([{ title: "活動佈置" }]);
});
