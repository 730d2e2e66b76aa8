import { RecordId } from "@homeroom/contract/ids";
import fc from "fast-check";
import { expect, test } from "vitest";
import { invoiceItems, isSamePeriod, nextAttempt, relateNumberOf } from "./rules.ts";

test("items add up to the amount in whole dollars, whatever discount, tax or part of the order it is", () => {
  const line = fc.record({
    name: fc.constant("鋼琴"),
    quantity: fc.integer({ min: 1, max: 9 }),
    priceMinor: fc.nat(9_999_99),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 999_999 }),
      (lines, dollars) => {
        fc.pre(lines.some(({ priceMinor }) => priceMinor > 0));
        const items = invoiceItems(lines, dollars * 100);
        expect(items.reduce((sum, { amount }) => sum + amount, 0)).toBe(dollars);
        expect(items.every(({ amount }) => Number.isInteger(amount) && amount > 0)).toBe(true);
      },
    ),
  );
});

test("free items are left out of the invoice of a part", () => {
  const line = (name: string, priceMinor: number) => ({ name, quantity: 1, priceMinor });
  const items = invoiceItems([line("贈品", 0), line("鋼琴", 100_00), line("樂理", 100_00)], 67_00);
  expect(items.map(({ name, amount }) => [name, amount])).toEqual([
    ["鋼琴", 34],
    ["樂理", 33],
  ]);
});

test("a receipt has one number at ECPay", () => {
  const id = RecordId.parse("0199d1c2-3b4a-7c5d-8e6f-001122334455");
  expect(relateNumberOf(id)).toMatch(/^[0-9A-Z]{25}$/);
  expect(relateNumberOf(id)).not.toBe(relateNumberOf(RecordId.parse("0199d1c2-3b4a-7c5d-8e6f-001122334456")));
});

test.each([
  ["2026-01-01T00:00:00+08:00", "2026-02-28T23:59:59+08:00", true],
  ["2026-02-28T23:59:59+08:00", "2026-03-01T00:00:00+08:00", false],
  ["2026-11-05T00:00:00+08:00", "2027-11-05T00:00:00+08:00", false],
])("%s and %s are of one period: %s", (one, other, is) => {
  expect(isSamePeriod(new Date(one), new Date(other))).toBe(is);
});

test("waits longer each time, and ends after two days", () => {
  const now = new Date("2026-11-25T00:00:00Z");
  const minutes = [1, 2, 5, 12, 13].map((attempts) => {
    const next = nextAttempt(attempts, now);
    return next && (next.getTime() - now.getTime()) / 60_000;
  });
  expect(minutes).toEqual([1, 2, 16, 2048, null]);
});
