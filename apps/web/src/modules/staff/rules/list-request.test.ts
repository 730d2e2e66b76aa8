import { expect, test } from "vitest";
import { listRequest, readSort, sortText } from "./list-request.ts";

const id = "0199d000-0002-7000-8000-000000000001";

test("filters of the address become a request, and invalid values are ignored", () => {
  const values = {
    keywords: [" 陳 "],
    role: [id, "teacher"],
    branch: ["x"],
    status: ["0", "1", "9", "on"],
    gender: ["0"],
    createTime: ["2026-11-01", "soon"],
  };
  expect(listRequest(values, { key: "staffID", descending: false })).toEqual({
    keywords: "陳",
    role: [id],
    status: [0, 1],
    gender: 0,
    startTime: "2026-11-01",
    sortBy: "staffID",
    sortOrder: "asc",
  });
  expect(listRequest({}, undefined)).toEqual({});
});

test("a sort is written and read, and an unknown one is ignored", () => {
  const sort = { key: "lastSignInTime", descending: true } as const;
  expect(sortText(sort)).toBe("-lastSignInTime");
  expect(readSort("-lastSignInTime", ["nickname", "lastSignInTime"])).toEqual(sort);
  expect(readSort("phone", ["nickname"])).toBeUndefined();
  expect(readSort(null, ["nickname"])).toBeUndefined();
});
