import { expect, test } from "vitest";
import { preparePlans, type TestPlans } from "./for-tests.ts";

let plans: TestPlans;

preparePlans((desk) => {
  ({ plans } = desk);
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
