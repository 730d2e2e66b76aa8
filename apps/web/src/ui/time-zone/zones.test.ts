import { expect, test } from "vitest";
import { offsetOf, zoneChoices, zoneName } from "./zones.ts";

test("the nearby zones come first, every other follows once", () => {
  const values = zoneChoices("zh-tw").map(({ value }) => value);
  expect(values.slice(0, 2)).toEqual(["Asia/Hong_Kong", "Asia/Taipei"]);
  expect(new Set(values).size).toBe(values.length);
  expect(values).toEqual(expect.arrayContaining(["Europe/London", "Pacific/Auckland", "America/New_York"]));
});

test("zones are named in the language of the page, with their city", () => {
  expect(zoneName("Asia/Hong_Kong", "zh-tw")).toMatch(/^香港.*時間 · Hong Kong$/);
  expect(zoneName("Asia/Taipei", "en")).toContain("Taipei");
  expect(zoneName("Mars/Olympus", "en")).toBe("Mars/Olympus");
});

test("the offset is that of the moment", () => {
  expect(offsetOf("Asia/Taipei")).toBe("GMT+8");
  expect(offsetOf("Europe/London", new Date("2026-07-01"))).toBe("GMT+1");
  expect(offsetOf("Europe/London", new Date("2026-01-01"))).toBe("GMT+0");
  expect(offsetOf("Mars/Olympus")).toBe("");
});
