import { describe, expect, it } from "vitest";
import { dayOf, lastDays, windowOf } from "./day-values.ts";
import { type FilterDefinition, filterPart, readFilters, valueText, withFilter, withoutFilters } from "./filters.ts";

const keys = ["keywords", "status", "created"];
const search = (text: string) => new URLSearchParams(text);

describe("filters in the address", () => {
  it("reads only the known filters", () => {
    expect(readFilters(search("status=1,2&keywords=陳, 大文&tab=3&sales="), keys)).toEqual({
      keywords: ["陳, 大文"],
      status: ["1", "2"],
    });
  });

  it("changes one filter and leaves the rest of the address", () => {
    expect(withFilter(search("tab=3&status=1"), "status", ["2", "3"]).toString()).toBe("tab=3&status=2%2C3");
    expect(withFilter(search("tab=3&status=1"), "status", []).toString()).toBe("tab=3");
    expect(withFilter(search(""), "created", ["", "2026-11-20"]).get("created")).toBe(",2026-11-20");
  });

  it("clears all of them", () => {
    expect(withoutFilters(search("tab=3&status=1&keywords=x"), keys).toString()).toBe("tab=3");
  });

  it("compares views regardless of the order in the address", () => {
    expect(filterPart(search("status=1&keywords=x&tab=2"), keys)).toBe(filterPart(search("keywords=x&status=1"), keys));
  });
});

describe("valueText", () => {
  const filter: FilterDefinition = {
    key: "status",
    label: "Status",
    kind: "many",
    options: ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() })),
  };
  it.each([
    [["a"], "A"],
    [["a", "b"], "A, B"],
    [["a", "b", "c"], "A, B +1"],
    [["gone"], ""],
  ])("%j is %j", (values, text) => expect(valueText(filter, values)).toBe(text));

  it("joins the two days", () => {
    expect(valueText({ ...filter, kind: "dates" }, ["2026-11-01", "2026-11-20"])).toBe("2026-11-01 – 2026-11-20");
  });
});

it("counts today among the last days", () => {
  expect(lastDays(7, "2026-03-03")).toEqual(["2026-02-25", "2026-03-03"]);
  expect(lastDays(1, "2026-03-03")).toEqual(["2026-03-03", "2026-03-03"]);
});

it("reads days relative to today", () => {
  const of = (value: string) => dayOf(value, "2026-03-01");
  expect([of("d0"), of("d-1"), of("d31"), of("2026-01-02")]).toEqual([
    "2026-03-01",
    "2026-02-28",
    "2026-04-01",
    "2026-01-02",
  ]);
  expect([of(""), of("d"), of("d99999"), of("soon")]).toEqual([undefined, undefined, undefined, undefined]);
});

it("recognises a window by its days", () => {
  expect(windowOf(["", "d-1"], "ahead")).toMatchObject({ key: "overdue" });
  expect(windowOf(["d-6", "d0"], "past")).toMatchObject({ key: "lastDays", count: 7 });
  expect(windowOf(["2026-01-01", "d0"], "past")).toBeUndefined();
});
