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

it("keeps a name of 64 characters whole and refuses a longer one at its field", () => {
  const long = (firstName: string, lastName: string) => ownerName({ firstName, lastName, email });
  expect(long("B".repeat(40), "A".repeat(23))).toBe(`${"B".repeat(40)} ${"A".repeat(23)}`);
  const fault = (field: string) => expect.objectContaining({ fields: [{ field, name: "LOGIN_NAME_TOO_LONG" }] });
  expect(() => long("B".repeat(41), "A".repeat(23))).toThrow(fault("firstName"));
  expect(() => long("明", "𠮷".repeat(32))).toThrow(fault("lastName"));
  expect(() => ownerName({ firstName: "", lastName: "", email: `${"x".repeat(65)}@school.test` })).toThrow(
    fault("firstName"),
  );
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

it("keeps the digits of a phone, accepts none, and names the wrong part", () => {
  expect(phoneDigits({ countryCode: "+852", phone: "9123 4567" })).toBe("91234567");
  expect(phoneDigits({ countryCode: "", phone: "" })).toBe("");
  const fault = (field: string) =>
    expect.objectContaining({ code: "LOGIN_INVALID_PHONE", fields: [{ field, name: "LOGIN_INVALID_PHONE" }] });
  expect(() => phoneDigits({ countryCode: "+852", phone: "123" })).toThrow(fault("phone"));
  expect(() => phoneDigits({ countryCode: "", phone: "91234567" })).toThrow(fault("countryCode"));
});
