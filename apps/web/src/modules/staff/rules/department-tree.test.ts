import { expect, test } from "vitest";
import { departmentTree } from "./department-tree.ts";

test("departments stand below their parents, and at the top where theirs is not known", () => {
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
