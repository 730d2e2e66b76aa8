import { expect, it } from "vitest";
import { priceFaults } from "./price-faults.ts";

const price = (more: object = {}) => ({
  ...{ country: "HK", category: "marketing" as const, currency: "USD", unitPrice: 0.07 },
  ...{ validFrom: "2026-10-01", validTo: null, ...more },
});

it("marks the second price for the same country, category and day, and a price that ends before it begins", () => {
  const prices = [
    price(),
    price({ country: "TW" }),
    price({ currency: "HKD" }),
    price({ validFrom: "2026-11-01" }),
    price({ validFrom: "2026-12-01", validTo: "2026-11-30" }),
    price({ validFrom: "2027-01-01", validTo: "2027-01-01" }),
  ];
  expect(priceFaults(prices)).toEqual([null, null, { kind: "twice" }, null, { kind: "endsBefore" }, null]);
});

it("marks a price whose period contains the start of another, but not one without an end", () => {
  const year = { validFrom: "2026-01-01", validTo: "2026-12-31" };
  const overlaps = { kind: "overlaps", from: year.validFrom, until: year.validTo };
  const from = (validFrom: string) => price({ validFrom });
  expect(priceFaults([from("2026-12-31"), price(year)])).toEqual([overlaps, null]);
  expect(priceFaults([price(year), from("2027-01-01")])).toEqual([null, null]);
  expect(priceFaults([from("2026-01-01"), from("2026-06-01")])).toEqual([null, null]);
  expect(priceFaults([price(year), price({ validFrom: "2026-06-01", category: "utility" })])).toEqual([null, null]);
});
