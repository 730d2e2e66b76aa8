import { expect, test } from "vitest";
import { type PlanDesk, preparePlans, type TestPlans } from "./for-tests.ts";

let plans: TestPlans;
let base: PlanDesk["base"];

preparePlans((desk) => {
  ({ base, plans } = desk);
});

test("prices in several currencies are never added up", async () => {
  const price = { category: "marketing", validFrom: "2026-01-01", validTo: null };
  const prices = [
    { ...price, country: "HK", currency: "USD", unitPrice: 0.0732 },
    { ...price, country: "MO", currency: "USD", unitPrice: 0.5 },
    { ...price, country: "TW", currency: "TWD", unitPrice: 1.5 },
  ];
  const usual = { monthlyLimit: null, warningLevels: [], quietHours: null, approvalAbove: null, version: 0 };
  expect((await plans.post("SaveSetting", { ...usual, prices })).body).toMatchObject({ success: true });
  const costOf = async (...numbers: string[]) => {
    const { name: _name, ...rest } = plans.form({ filter: null, numbers }) as { name: string };
    return (await plans.post("EstimateCost", rest)).body.resultData;
  };
  const [hongKong, macau, taiwan] = ["+85291234999", "+85366123456", "+886912345678"] as const;
  expect(await costOf(hongKong, macau, taiwan, "+886912345679", "+447400123456")).toMatchObject({
    ...{ count: 5, unpriced: 1, unitPrice: null, amount: null, currency: "" },
    amounts: [
      { currency: "TWD", count: 2, unitPrice: 1.5, amount: 3 },
      { currency: "USD", count: 2, unitPrice: 0.2866, amount: 0.5732 },
    ],
    costs: [
      { country: "TW", count: 2, currency: "TWD", unitPrice: 1.5, amount: 3 },
      { country: "MO", count: 1, currency: "USD", unitPrice: 0.5, amount: 0.5 },
      { country: "HK", count: 1, currency: "USD", unitPrice: 0.0732, amount: 0.0732 },
    ],
  });
  // Prices that nobody's number needs do not count.
  expect(await costOf(taiwan)).toMatchObject({ unpriced: 0, unitPrice: 1.5, amount: 1.5, currency: "TWD" });
});

test("a mistyped price that is corrected on its day is the price of estimates at once, and the log names both", async () => {
  const price = { country: "HK", category: "marketing", currency: "USD", validFrom: "2026-01-01", validTo: null };
  const other = { ...price, country: "TW", unitPrice: 0.05 };
  const usual = { monthlyLimit: null, warningLevels: [], quietHours: null, approvalAbove: null };
  const save = (unitPrice: number, version: number) =>
    plans.post("SaveSetting", { ...usual, prices: [{ ...price, unitPrice }, other], version });
  const amount = async () => {
    const { name: _name, ...rest } = plans.form({ filter: null, numbers: ["+85291234999"] }) as { name: string };
    return (await plans.post<{ amount: number }>("EstimateCost", rest)).body.resultData?.amount;
  };
  await save(0.732, 0);
  expect(await amount()).toBe(0.732);
  await save(0.0732, 1);
  expect(await amount()).toBe(0.0732);
  const { rows } = await base.owner.query(
    "select before, after from audit_entry where organization_id = $1 and subject_type = 'broadcastSetting' order by created_at desc limit 1",
    [plans.organization.organizationId],
  );
  expect(rows).toEqual([
    {
      before: { changedPrices: ["HK marketing USD 0.732, 2026-01-01 –"] },
      after: { changedPrices: ["HK marketing USD 0.0732, 2026-01-01 –"] },
    },
  ]);
});
