import { leadSorts } from "@homeroom/contract/leads";
import { expect, it } from "vitest";
import { listRequest, readSort, sortText } from "./list-request.ts";

const id = "0190a000-0000-7000-8000-000000000001";

it("says only what is filtered", () => {
  expect(listRequest({}, undefined)).toEqual({});
  expect(
    listRequest(
      {
        keywords: [" 陳 "],
        sales: [id],
        leadType: ["2", "3"],
        leadDate: ["2026-11-01", ""],
        lastContact: ["", "2026-11-20"],
        birthMonth: ["2"],
      },
      { key: "nickname", descending: true },
    ),
  ).toEqual({
    keywords: "陳",
    sales: [id],
    leadType: [2, 3],
    startTime: "2026-11-01",
    lastContactEnd: "2026-11-20",
    birthMonth: 2,
    sortBy: "nickname",
    sortOrder: "desc",
  });
});

it("leaves out what somebody has mistyped in the address", () => {
  const values = { sales: ["me", id], leadType: ["x"], leadDate: ["yesterday", "2026-11-20"], birthMonth: ["13"] };
  expect(listRequest(values, undefined)).toEqual({ sales: [id], endTime: "2026-11-20" });
});

it.each(["nickname", "-leadDate"])("reads the sort %s back", (text) => {
  const sort = readSort(text, leadSorts);
  expect(sort && sortText(sort)).toBe(text);
});

it.each([null, "", "-", "phone"])("knows no sort %j", (text) => expect(readSort(text, leadSorts)).toBeUndefined());
