import { expect, it } from "vitest";
import { areaCodeChoices, countryChoices, countryName } from "./countries.ts";

it("offers each area code once, the near ones first, with the countries' names", () => {
  const choices = areaCodeChoices("zh-tw");
  expect(choices.slice(0, 3).map(({ value }) => value)).toEqual(["+852", "+886", "+853"]);
  expect(choices[0]?.label).toMatch(/^\+852 .*香港/);
  expect(choices.find(({ value }) => value === "+1")?.label).toMatch(/美國、加拿大/);
  expect(new Set(choices.map(({ value }) => value)).size).toBe(choices.length);
  expect(areaCodeChoices("en")[1]?.label).toBe("+886 Taiwan");
});

it("names countries, and leaves other texts as they are", () => {
  expect(countryChoices("zh-cn")[3]).toMatchObject({ value: "CN" });
  expect(countryName("TW", "zh-cn")).toBe("台湾");
  expect(["SA", "IT", "LA"].map((code) => countryName(code, "zh-tw"))).toEqual(["沙烏地阿拉伯", "義大利", "寮國"]);
  expect(countryName("", "en")).toBe("");
  expect(countryName("1X", "en")).toBe("1X");
});
