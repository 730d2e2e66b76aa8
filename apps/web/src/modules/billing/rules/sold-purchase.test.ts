import type { PlanPrice, PlanPurchase } from "@homeroom/contract/billing";
import { expect, it } from "vitest";
import { soldPurchase } from "./sold-purchase.ts";

const price = (plan: PlanPrice["plan"], paidMonths: number): PlanPrice =>
  ({ kind: plan ? "subscription" : "broadcast", plan, paidMonths }) as PlanPrice;
const basic = (months: number): PlanPurchase => ({ kind: "subscription", planID: "basic", months });
const advanced = (months: number): PlanPurchase => ({ kind: "subscription", planID: "advanced", months });
const upgrade: PlanPurchase = { kind: "upgrade", planID: "advanced" };

it.each<[string, PlanPurchase, PlanPrice[], PlanPurchase | null]>([
  ["what is sold", basic(12), [price("basic", 1), price("basic", 12)], basic(12)],
  ["the longest time below, if these months are not sold", basic(12), [price("basic", 1), price("basic", 6)], basic(6)],
  ["the shortest time, if none is below", basic(1), [price("basic", 12), price("basic", 6)], basic(6)],
  ["the other plan, if its own is off sale", basic(12), [price("advanced", 12)], advanced(12)],
  ["nothing, if no plan is sold", basic(12), [price(null, 1)], null],
  [
    "messages, which belong to no plan",
    { kind: "broadcast", months: 3 },
    [price(null, 1)],
    { kind: "broadcast", months: 1 },
  ],
  ["an upgrade to a plan that is sold", upgrade, [price("advanced", 1)], upgrade],
  ["no upgrade to a plan off sale", upgrade, [price("basic", 1)], null],
  ["a top-up as it is", { kind: "recharge", amount: 50 }, [], { kind: "recharge", amount: 50 }],
])("offers %s", (_name, purchase, prices, sold) => {
  expect(soldPurchase(purchase, prices)).toEqual(sold);
});
