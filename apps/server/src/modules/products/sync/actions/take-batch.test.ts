import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Product } from "../../rules.ts";
import { catalogueItemOf, cataloguePrice } from "./take-batch.ts";

describe("a price as Meta reads it", () => {
  it.each([
    [120_050, "HKD", "1200.50 HKD"],
    [5, "HKD", "0.05 HKD"],
    [0, "HKD", "0.00 HKD"],
    [360_000, "TWD", "3600 TWD"],
    [980, "JPY", "980 JPY"],
    [999, "USD", "9.99 USD"],
  ] as const)("of %i minor units of %s is %s", (minor, currency, text) => {
    expect(cataloguePrice(minor, currency)).toBe(text);
  });

  it("is the exact amount, however large", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (minor) => {
        const digits = cataloguePrice(minor, "HKD").replace(" HKD", "").replace(".", "");
        expect(Number(digits)).toBe(minor);
      }),
    );
  });
});

const product = {
  retailer_id: "PIANO-01",
  name: "鋼琴",
  sales_name: "",
  description: "",
  price_minor: 100,
  currency: "HKD",
  product_url: "https://school.example/piano",
} as Product;
const around = { images: ["https://school.example/piano.jpg"], brand: "晨光", type: "課程" };

describe("a product at Facebook", () => {
  it("has a title and a description even if the product has only a name", () => {
    expect(catalogueItemOf(product, around)).toMatchObject({ title: "鋼琴", description: "鋼琴", price: "1.00 HKD" });
  });

  it.each([
    ["a page", { ...product, product_url: "" }, around, "linkMissing"],
    ["a picture", product, { ...around, images: [] }, "imageMissing"],
  ] as const)("needs %s", (_what, one, given, reason) => {
    expect(catalogueItemOf(one, given)).toBe(reason);
  });
});
