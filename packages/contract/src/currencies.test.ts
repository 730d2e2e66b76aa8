import { expect, test } from "vitest";
import { decimalsOf, moneyText } from "./currencies.ts";

test.each([
  [1200.5, "HKD", "HK$1,200.50"],
  [0, "HKD", "HK$0.00"],
  [3600, "TWD", "NT$3,600"],
  [3.27, "TWD", "NT$3.27"],
  [980, "JPY", "JP¥980"],
  [-12, "USD", "-US$12.00"],
  [90, "THB", "THB 90.00"],
] as const)("%d %s is %s", (amount, currency, text) => {
  expect(moneyText(amount, currency)).toBe(text);
});

test("Taiwan dollars and yen are charged in whole units", () => {
  expect([decimalsOf("TWD"), decimalsOf("JPY"), decimalsOf("HKD")]).toEqual([0, 0, 2]);
});
