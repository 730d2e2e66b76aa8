import { expect, test } from "vitest";
import { departmentTree } from "./department-tree.ts";

test("departments are below their parents, or at the top if the parent is unknown", () => {
  const tree = departmentTree([
    { value: "a", label: "營運部", parentID: null },
    { value: "b", label: "櫃台", parentID: "a" },
    { value: "c", label: "英文組", parentID: "gone" },
  ]);
  expect(tree.map(({ value, children }) => [value, children.map((child) => child.title)])).toEqual([
    ["a", ["櫃台"]],
    ["c", []],
  ]);
});
