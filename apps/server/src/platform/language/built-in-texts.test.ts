import type { Language } from "@homeroom/contract/language";
import { expect, test } from "vitest";
import { withTrace } from "#platform/log/trace";
import { knownTexts, shownText, storedText } from "./built-in-texts.ts";

const sales = { "zh-tw": "業務", "zh-cn": "销售", en: "Sales" };
const origin = { method: "GET", path: "/", ip: "", userAgent: "", startedAt: 0 };
const reading = <Result>(language: Language, work: () => Result) => withTrace("t", work, { ...origin, language });

test.each([
  ["業務", "en", "Sales"],
  ["Sales", "zh-tw", "業務"],
  ["销售", "zh-cn", "销售"],
  ["顧問", "en", "顧問"],
] as const)("%s read in %s is %s", (stored, language, shown) => {
  expect(reading(language, () => shownText(stored, sales))).toBe(shown);
});

test("without a reader or a built-in text, the stored text is shown", () => {
  expect(shownText("業務", sales)).toBe("業務");
  expect(reading("en", () => shownText("業務", undefined))).toBe("業務");
});

test("a built-in name is recognised in every language until it is renamed", () => {
  expect(knownTexts("業務", sales)).toEqual(["業務", "销售", "Sales"]);
  expect(knownTexts("顧問", sales)).toEqual(["顧問"]);
});

test("a form that returns the shown name does not rename", () => {
  expect(reading("en", () => storedText("Sales", "業務", sales))).toBe("業務");
  expect(reading("en", () => storedText("Advisors", "業務", sales))).toBe("Advisors");
});
