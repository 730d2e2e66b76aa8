import { expect, test } from "vitest";
import { readPrices, withPrices } from "./read-prices.ts";

const hongKong = {
  country: "HK",
  category: "marketing" as const,
  currency: "USD",
  unitPrice: 0.0732,
  validFrom: "2026-10-01",
  validTo: null,
};

test("a table with headings is read with any separator", () => {
  const text =
    "\uFEFFCountry,Category,Currency,Price,From,To\r\nhk,Marketing,usd,0.0732,2026-10-01,\n\nTW;utility;USD;0.0113;2026-10-01;2026-12-31";
  expect(readPrices(text)).toEqual({
    prices: [hongKong, { ...hongKong, country: "TW", category: "utility", unitPrice: 0.0113, validTo: "2026-12-31" }],
    problem: null,
  });
});

test.each([
  "HK,marketing,USD,,2026-10-01",
  "HK,spam,USD,1,2026-10-01",
  "HK,marketing,USD,1,2026-10-01,2026-09-30",
  "HK,marketing,USD,-1,2026-10-01",
])("%s is named as no price", (line) => {
  expect(readPrices(`head\n${line}`).problem).toEqual({ line: 2, text: line });
  expect(readPrices(line).problem).toEqual({ line: 1, text: line });
});

test("a price for the same day replaces the old one", () => {
  const dearer = { ...hongKong, unitPrice: 0.09 };
  const later = { ...hongKong, validFrom: "2027-01-01" };
  expect(withPrices([hongKong], [dearer, later])).toEqual([dearer, later]);
});
