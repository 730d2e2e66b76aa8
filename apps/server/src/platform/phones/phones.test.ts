import { callingCodes } from "@homeroom/contract/countries";
import { getCountries, getCountryCallingCode } from "libphonenumber-js";
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

describe.each([
  [
    "+852",
    "85291234567",
    ["91234567", "9123 4567", "9123-4567", "+852 9123 4567", "+85291234567", "852-9123-4567", "(852) 9123 4567"],
    [
      "00852 9123 4567",
      "0085291234567",
      "001 852 9123 4567",
      "９１２３４５６７",
      "＋８５２ ９１２３　４５６７",
      "9123.4567",
    ],
    ["\u202a+852 9123 4567\u202c", "9123\u00a04567", "9123\u20114567"],
  ],
  [
    "+886",
    "886912345678",
    [
      "0912345678",
      "0912-345-678",
      "0912 345 678",
      "912345678",
      "+886 912 345 678",
      "+886 0912-345-678",
      "886912345678",
    ],
    [
      "+886-912-345-678",
      "00886912345678",
      "002 886 912 345 678",
      "０９１２－３４５－６７８",
      "(0912) 345-678",
      "+886(0)912345678",
    ],
  ],
  [
    "+886",
    "886223456789",
    ["(02) 2345-6789", "02-23456789", "+886 2 2345 6789", "0223456789", "（０２）２３４５６７８９"],
  ],
  [
    "+853",
    "85366123456",
    ["66123456", "6612 3456", "6612-3456", "+853 6612 3456", "00853 66123456", "６６１２３４５６"],
  ],
  [
    "+86",
    "8613800138000",
    ["13800138000", "138 0013 8000", "138-0013-8000", "+86 138 0013 8000", "8613800138000", "0086 13800138000"],
    ["１３８００１３８０００", "(+86) 138 0013 8000", "013800138000"],
  ],
  ["+86", "861012345678", ["010-12345678", "(010) 1234 5678", "010 1234 5678", "+86 10 1234 5678"]],
  [
    "+65",
    "6581234567",
    ["81234567", "8123 4567", "8123-4567", "+65 8123 4567", "6581234567", "0065 8123 4567", "８１２３４５６７"],
  ],
  [
    "+60",
    "60123456789",
    [
      "0123456789",
      "012-345 6789",
      "012-3456789",
      "12 345 6789",
      "+60 12-345 6789",
      "+6012-3456789",
      "60123456789",
      "006012 345 6789",
    ],
  ],
  [
    "+1",
    "12125550123",
    [
      "2125550123",
      "(212) 555-0123",
      "212-555-0123",
      "212.555.0123",
      "1-212-555-0123",
      "+1 (212) 555-0123",
      "+12125550123",
    ],
    ["011 1 212 555 0123", "２１２５５５０１２３"],
  ],
] as [string, string, ...string[][]][])(
  "%s %s is the same number however it is written",
  (areaCode, e164, ...writings) => {
    it.each(writings.flat())("%s", (phone) => expect(checkPhone(areaCode, phone)).toMatchObject({ e164 }));
  },
);

it.each([
  ["+852", "+886 912 345 678"],
  ["+852", "+91234567"],
  ["+886", "+852 9123 4567"],
  ["+1", "+1 555"],
])("an area code in the number has to be the one beside it: %s %s", (areaCode, phone) =>
  expect(checkPhone(areaCode, phone)).toEqual({ fault: "phone" }),
);

it("returns the national digits, without trunk zero and area code", () => {
  expect(checkPhone("+886", "0912-345-678")).toMatchObject({ digits: "912345678" });
  expect(checkPhone("+852", "852 9123 4567")).toMatchObject({ digits: "91234567" });
});

it("is invalid with only letters", () => expect(checkPhone("+886", "abcd")).toEqual({ fault: "phone" }));

it("is empty without digits, regardless of the area code", () => {
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
])("%s %s is no number", (areaCode, phone) => expect(checkPhone(areaCode, phone)).toEqual({ fault: "phone" }));

it.each([
  ["", "91234567"],
  ["+", "91234567"],
  ["+999", "91234567"],
  ["+0", "91234567"],
  ["+8520", "91234567"],
])("%j is no area code", (areaCode, phone) => expect(checkPhone(areaCode, phone)).toEqual({ fault: "areaCode" }));

it.each([
  ["85291234567", { areaCode: "+852", phone: "91234567", country: "HK" }],
  ["886912345678", { areaCode: "+886", phone: "912345678", country: "TW" }],
  ["12125550123", { areaCode: "+1", phone: "2125550123", country: "US" }],
  ["14165550123", { areaCode: "+1", phone: "4165550123", country: "CA" }],
  ["99912345", { areaCode: "", phone: "99912345", country: "" }],
])("splits %s", (e164, parts) => expect(splitPhone(e164)).toEqual(parts));

it("knows the countries and calling codes of the number plans", () => {
  const plans = getCountries().map((country) => [country, getCountryCallingCode(country)] as const);
  expect(callingCodes).toEqual(Object.fromEntries(plans));
});
