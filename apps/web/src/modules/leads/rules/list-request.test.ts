import { leadSorts } from "@homeroom/contract/leads";
import { expect, it } from "vitest";
import { leadQueryOf, listRequest, readSort, sortText } from "./list-request.ts";

const id = "0190a000-0000-7000-8000-000000000001";

const today = "2026-11-22";

it("contains only the active filters", () => {
  expect(leadQueryOf({}, today)).toEqual({});
  expect(
    leadQueryOf(
      {
        keywords: [" 陳 "],
        sales: [id],
        leadType: ["2", "3"],
        leadDate: ["2026-11-01", ""],
        lastContact: ["", "d0"],
        nextContact: ["", "d-1"],
        newWithinDays: ["0"],
        birthMonth: ["2"],
        appopenflag: ["no"],
        hasPhone: ["no"],
        unheld: ["yes"],
        country: ["HK"],
        allTags: [id],
        school: ["大安"],
      },
      today,
    ),
  ).toEqual({
    keywords: "陳",
    sales: [id],
    leadType: [2, 3],
    startTime: "2026-11-01",
    lastContactEnd: "2026-11-22",
    nextContactEnd: "2026-11-21",
    newWithinDays: 0,
    birthMonth: 2,
    appopenflag: 0,
    hasPhone: false,
    unheld: true,
    country: "HK",
    allTags: [id],
    school: "大安",
  });
});

it("ignores invalid values in the address", () => {
  const values = {
    sales: ["me", id],
    leadType: ["x", "9"],
    leadDate: ["yesterday", "2026-11-20"],
    birthMonth: ["13"],
    quietForDays: ["-1"],
    gender: ["3"],
    hasPhone: ["perhaps"],
    country: ["hk"],
    branch: ["here"],
  };
  expect(leadQueryOf(values, today)).toEqual({ sales: [id], endTime: "2026-11-20" });
});

it("has a sort only if one was chosen", () => {
  expect(listRequest({}, undefined)).toEqual({});
  expect(listRequest({ keywords: "x" }, { key: "nickname", descending: true })).toEqual({
    keywords: "x",
    sortBy: "nickname",
    sortOrder: "desc",
  });
});

it.each(["nickname", "-leadDate"])("reads the sort %s back", (text) => {
  const sort = readSort(text, leadSorts);
  expect(sort && sortText(sort)).toBe(text);
});

it.each([null, "", "-", "phone"])("knows no sort %j", (text) => expect(readSort(text, leadSorts)).toBeUndefined());
