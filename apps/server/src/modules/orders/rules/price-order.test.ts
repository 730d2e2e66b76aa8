import { currencies } from "@homeroom/contract/currencies";
import { type CurrencyCode, fromMinor, toMinor } from "@homeroom/contract/money";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Discount, priceOrder, shareOut, type Tax } from "./price-order.ts";

const noDiscount: Discount = { kind: "none" };
const noTax: Tax = { rate: 0, included: true };
const anyCurrency = fc.constantFrom(...(Object.keys(currencies) as CurrencyCode[]));

const anyOrder = anyCurrency.chain((currency) => {
  const { step } = currencies[currency];
  const amount = (max: number) => fc.integer({ min: 0, max }).map((steps) => steps * step);
  return fc.record({
    currency: fc.constant(currency),
    items: fc.array(fc.record({ priceMinor: amount(1_000_000), quantity: fc.integer({ min: 1, max: 99 }) }), {
      minLength: 1,
      maxLength: 8,
    }),
    discount: fc.oneof(
      fc.constant(noDiscount),
      amount(10_000_000).map((amountMinor): Discount => ({ kind: "amount", amountMinor })),
      fc.integer({ min: 0, max: 10_000 }).map((basisPoints): Discount => ({ kind: "percent", basisPoints })),
    ),
    tax: fc.record({ rate: fc.integer({ min: 0, max: 3_000 }), included: fc.boolean() }),
  });
});

describe("the price of an order", () => {
  const price = (priceMinor: number, discount: Discount, tax: Tax, currency: CurrencyCode = "HKD") =>
    priceOrder([{ priceMinor, quantity: 1 }], { discount, tax, currency });

  it("rounds a percentage half up to the smallest step of the currency", () => {
    expect(price(1_001, { kind: "percent", basisPoints: 5_000 }, noTax).discountMinor).toBe(501);
    expect(price(35_000, { kind: "percent", basisPoints: 1_000 }, noTax, "TWD").discountMinor).toBe(3_500 + 0);
    expect(price(35_500, { kind: "percent", basisPoints: 1_000 }, noTax, "TWD").discountMinor).toBe(3_600);
  });

  it("separates an included tax and adds an excluded one", () => {
    expect(price(10_500, noDiscount, { rate: 500, included: true })).toMatchObject({
      taxMinor: 500,
      totalMinor: 10_500,
    });
    expect(price(10_000, noDiscount, { rate: 500, included: false })).toMatchObject({
      taxMinor: 500,
      totalMinor: 10_500,
    });
  });

  it("is never negative", () => {
    expect(price(5_000, { kind: "amount", amountMinor: 9_000 }, noTax).totalMinor).toBe(0);
  });

  it("adds up for any items", () => {
    fc.assert(
      fc.property(anyOrder, ({ items, ...terms }) => {
        const priced = priceOrder(items, terms);
        const total = (key: "grossMinor" | "discountMinor") => priced.lines.reduce((sum, line) => sum + line[key], 0);
        expect(total("grossMinor")).toBe(priced.grossMinor);
        expect(total("discountMinor")).toBe(priced.discountMinor);
        const added = terms.tax.included ? 0 : priced.taxMinor;
        expect(priced.totalMinor).toBe(priced.grossMinor - priced.discountMinor + added);
        for (const line of priced.lines) expect(line.discountMinor).toBeLessThanOrEqual(line.grossMinor);
        for (const amount of [priced.discountMinor, priced.taxMinor, priced.totalMinor]) {
          expect(amount).toBeGreaterThanOrEqual(0);
          expect(amount % currencies[terms.currency].step).toBe(0);
        }
      }),
    );
  });

  it("does not rise with a higher percentage", () => {
    fc.assert(
      fc.property(anyOrder, fc.integer({ min: 0, max: 9_999 }), ({ items, tax, currency }, basisPoints) => {
        const total = (points: number) =>
          priceOrder(items, { tax, currency, discount: { kind: "percent", basisPoints: points } }).totalMinor;
        expect(total(basisPoints + 1)).toBeLessThanOrEqual(total(basisPoints));
      }),
    );
  });
});

describe("shares", () => {
  it("are rounded by largest remainder", () => {
    expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(shareOut(10, [1, 2, 4])).toEqual([1, 3, 6]);
    expect(shareOut(0, [0, 0])).toEqual([0, 0]);
  });
});

describe("amounts of a currency", () => {
  it("keep their decimals, and refuse too many", () => {
    expect(toMinor(10.5, "HKD")).toBe(1_050);
    expect(toMinor(0.1 + 0.2, "HKD")).toBe(30);
    expect(toMinor(10.555, "HKD")).toBeNull();
    expect(toMinor(100.5, "TWD")).toBeNull();
    expect(toMinor(100, "JPY")).toBe(100);
    expect(toMinor(0.5, "JPY")).toBeNull();
    expect([toMinor(0, "HKD"), toMinor(0.0000001, "HKD")]).toEqual([0, null]);
  });

  it("survive conversion in both directions", () => {
    fc.assert(
      fc.property(anyCurrency, fc.integer({ min: 0, max: 1_000_000_000 }), (currency, steps) => {
        const minor = steps * currencies[currency].step;
        expect(toMinor(fromMinor(minor, currency), currency)).toBe(minor);
      }),
    );
  });
});
