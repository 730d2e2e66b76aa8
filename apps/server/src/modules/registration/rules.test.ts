import { countryCodes } from "@homeroom/contract/countries";
import { expect, it } from "vitest";
import { firstBranchName, ownerName, phoneDigits, timeZoneIn } from "./rules.ts";

const email = "mei.chan@school.test";

it.each([
  [{ firstName: "小美", lastName: "陳" }, "陳小美"],
  [{ firstName: "Mei", lastName: "Chan" }, "Mei Chan"],
  [{ firstName: "", lastName: "Chan" }, "Chan"],
  [{ firstName: "", lastName: "" }, "mei.chan"],
])("%j is called %s", (names, called) => expect(ownerName({ ...names, email })).toBe(called));

it("cuts a name that is longer than a nickname may be, never through a character", () => {
  const name = ownerName({ firstName: "𠮷".repeat(100), lastName: "", email });
  expect(name.length).toBeLessThanOrEqual(64);
  expect(name.isWellFormed()).toBe(true);
});

it.each([
  ["HK", "Asia/Hong_Kong"],
  ["TW", "Asia/Taipei"],
  ["MO", "Asia/Macau"],
  ["CN", "Asia/Shanghai"],
  ["SG", "Asia/Singapore"],
  ["US", "America/New_York"],
  ["AC", "Asia/Hong_Kong"],
] as const)("in %s clocks show %s", (country, zone) => expect(timeZoneIn(country)).toBe(zone));

it("knows a time zone for every country", () => {
  for (const country of countryCodes) {
    expect(() => new Intl.DateTimeFormat("en", { timeZone: timeZoneIn(country) }), country).not.toThrow();
  }
});

it("names the first branch in the organisation's language", () => {
  expect(firstBranchName("2-6", "zh-tw")).toBe("總校");
  expect(firstBranchName("online", "en")).toBe("Online branch");
});

it("keeps the digits of a phone, none of none, and names the part that is wrong", () => {
  expect(phoneDigits({ countryCode: "+852", phone: "9123 4567" })).toBe("91234567");
  expect(phoneDigits({ countryCode: "", phone: "" })).toBe("");
  const fault = (field: string) =>
    expect.objectContaining({ code: "LOGIN_INVALID_PHONE", fields: [{ field, name: "LOGIN_INVALID_PHONE" }] });
  expect(() => phoneDigits({ countryCode: "+852", phone: "123" })).toThrow(fault("phone"));
  expect(() => phoneDigits({ countryCode: "", phone: "91234567" })).toThrow(fault("countryCode"));
});
