import { expect, test } from "vitest";
import { exportColumnsOf } from "./export-columns.ts";

test("a file has no column for what the platform does not count", () => {
  const labelsOf = (platform: "meta" | "volcengine") => exportColumnsOf(platform).map(({ labels }) => labels.en);
  const people = ["Reach (sum of days)", "Cost per 1,000 reached"];
  expect(labelsOf("meta")).toEqual(expect.arrayContaining(people));
  expect(labelsOf("volcengine")).toEqual(labelsOf("meta").filter((label) => !people.includes(label)));
});
