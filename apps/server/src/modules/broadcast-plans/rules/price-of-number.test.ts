import { expect, test } from "vitest";
import { priceOfNumber } from "./price-of-number.ts";

const prices = ["CA", "HK", "US"].map((country, at) => ({ country, currency: "USD", micros: at + 1 }));
const without = (left: string) => prices.filter(({ country }) => country !== left);

test.each([
  ["14165550123", prices, "CA"],
  ["12125550123", prices, "US"],
  ["12125550123", prices.toReversed(), "US"],
  ["85291234567", prices, "HK"],
  // Without a price of its own it has that of its calling code.
  ["14165550123", without("CA"), "US"],
  ["886912345678", prices, undefined],
])("%s has the price of its country", (phone, given, country) =>
  expect(priceOfNumber(phone, given)?.country).toBe(country),
);
