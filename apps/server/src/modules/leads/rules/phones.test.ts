import { describe, expect, it } from "vitest";
import { checkPhone, splitPhone } from "./phones.ts";

describe("a number in any usual writing", () => {
  it.each([
    ["+852", "9123 4567", "85291234567"],
    ["+852", "91234567", "85291234567"],
    ["+852", "(852) 9123-4567", "85291234567"],
    ["+852", "2345 6789", "85223456789"],
    ["+886", "0912-345-678", "886912345678"],
    ["+886", "912 345 678", "886912345678"],
    ["+886", "(02) 2345-6789", "886223456789"],
    ["+886", "886912345678", "886912345678"],
    ["+853", "6612 3456", "85366123456"],
    ["+86", "138 0013 8000", "8613800138000"],
    ["+86", "010-1234-5678", "861012345678"],
    ["+65", "8123 4567", "6581234567"],
    ["+60", "012-345 6789", "60123456789"],
    ["+60", "11-2345 6789", "601123456789"],
    ["+1", "(212) 555-0123", "12125550123"],
    ["+1", "1 212 555 0123", "12125550123"],
    ["+44", "07911 123456", "447911123456"],
  ])("%s %s", (areaCode, phone, e164) => expect(checkPhone(areaCode, phone)).toMatchObject({ e164 }));
});

it("keeps the digits as they were written, without a repeated area code", () => {
  expect(checkPhone("+886", "0912-345-678")).toMatchObject({ digits: "0912345678" });
  expect(checkPhone("+852", "852 9123 4567")).toMatchObject({ digits: "91234567" });
});

it("is empty when there are no digits, whatever the area code", () => {
  for (const [areaCode, phone] of [
    ["", ""],
    ["+852", ""],
    ["+999", " - "],
  ] as const)
    expect(checkPhone(areaCode, phone)).toEqual({ e164: null, digits: "" });
});

it.each([
  ["+852", "9123456"],
  ["+852", "12345678"],
  ["+852", "91234"],
  ["+852", "912345678"],
  ["+853", "6612345"],
  ["+886", "0912345"],
  ["+86", "1380013800000"],
  ["+65", "812345678"],
  ["+1", "555 0123"],
  ["+1", "012 555 0123"],
])("%s %s is no number", (areaCode, phone) => expect(checkPhone(areaCode, phone)).toEqual({ fault: "LEAD_BAD_PHONE" }));

it.each([
  ["", "91234567"],
  ["+", "91234567"],
  ["+999", "91234567"],
  ["+0", "91234567"],
  ["+8520", "91234567"],
])("%j is no area code", (areaCode, phone) =>
  expect(checkPhone(areaCode, phone)).toEqual({ fault: "LEAD_BAD_AREA_CODE" }),
);

it.each([
  ["85291234567", { areaCode: "+852", phone: "91234567", country: "HK" }],
  ["886912345678", { areaCode: "+886", phone: "912345678", country: "TW" }],
  ["12125550123", { areaCode: "+1", phone: "2125550123", country: "US" }],
  ["14165550123", { areaCode: "+1", phone: "4165550123", country: "CA" }],
  ["99912345", { areaCode: "", phone: "99912345", country: "" }],
])("splits %s", (e164, parts) => expect(splitPhone(e164)).toEqual(parts));
