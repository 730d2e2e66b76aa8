import { expect, test } from "vitest";
import { adRequest, growthOf, rangeOf, readSort } from "./ad-request.ts";

const today = "2026-11-24";
const id = "0199c210-0001-7000-8000-000000000001";

test("without days the range is the last thirty, up to today", () => {
  expect(rangeOf([], today)).toEqual({ startTime: "2026-10-26", endTime: today });
  expect(rangeOf(["2026-11-01", ""], today)).toEqual({ startTime: "2026-11-01", endTime: today });
  expect(rangeOf(["2026-12-01", "2026-11-20"], today)).toEqual({ startTime: "2026-11-20", endTime: "2026-12-01" });
  expect(rangeOf(["x", "y"], today)).toEqual({ startTime: "2026-10-26", endTime: today });
});

test("unknown filters are left out", () => {
  const values = {
    status: ["ACTIVE", "x"],
    campaign: [id],
    adset: ["1"],
    account: [id, "2"],
    bound: ["0"],
    shown: ["1"],
    branch: [id],
  };
  expect(adRequest(values, "夏", today)).toEqual({
    startTime: "2026-10-26",
    endTime: today,
    keywords: "夏",
    status: ["ACTIVE"],
    campaignID: id,
    accountID: [id],
    isBound: false,
    isShown: true,
    branchID: id,
  });
});

test("a sort is a figure or the name", () => {
  expect(readSort("-costPerLead")).toEqual({ key: "costPerLead", descending: true });
  expect(readSort("name")).toEqual({ key: "name", descending: false });
  expect([readSort("revenue"), readSort("x"), readSort(null)]).toEqual([undefined, undefined, undefined]);
});

test("growth needs a previous figure", () => {
  expect([growthOf(15, 10), growthOf(5, 10), growthOf(5, 0), growthOf(null, 5), growthOf(5, undefined)]).toEqual([
    0.5,
    -0.5,
    null,
    null,
    null,
  ]);
});
