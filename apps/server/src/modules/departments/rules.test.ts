import { RecordId } from "@homeroom/contract/ids";
import { describe, expect, test } from "vitest";
import { type Department, departmentOptions, departmentTree, depthOf, heightOf, withDescendants } from "./rules.ts";

const id = (number: number) => RecordId.parse(`01900000-0000-7000-8000-00000000000${number}`);

function department(number: number, parent: number | null, more: Partial<Department> = {}): Department {
  const at = new Date("2026-01-01T00:00:00Z");
  return {
    departmentId: id(number),
    parentId: parent === null ? null : id(parent),
    name: `部門${number}`,
    code: `D${number}`,
    sort: number,
    status: 1,
    createdAt: at,
    updatedAt: at,
    ...more,
  };
}

// 1 ─ 2 ─ 3, 1 ─ 4, 5
const all = [
  department(1, null),
  department(2, 1),
  department(3, 2),
  department(4, 1, { status: 0 }),
  department(5, null),
];
const shape = (nodes: readonly { name?: string; label?: string; children?: readonly object[] }[]): unknown[] =>
  nodes.map((node) => [node.name ?? node.label, ...(node.children ? [shape(node.children)] : [])]);

describe("the tree", () => {
  test("has every department below its parent, with its people", () => {
    const tree = departmentTree(all, new Map([[id(2), 7]]), {});
    expect(shape(tree)).toEqual([["部門1", [["部門2", [["部門3"]]], ["部門4"]]], ["部門5"]]);
    expect(tree[0]?.children?.[0]).toMatchObject({ staffCount: 7, parentId: id(1) });
    expect(tree[0]).toMatchObject({ staffCount: 0, parentId: "0" });
  });
  test("keeps matches by name or code, ignoring case, with their parents", () => {
    expect(shape(departmentTree(all, new Map(), { keywords: "d3" }))).toEqual([["部門1", [["部門2", [["部門3"]]]]]]);
    expect(shape(departmentTree(all, new Map(), { status: 0 }))).toEqual([["部門1", [["部門4"]]]]);
    expect(departmentTree(all, new Map(), { keywords: "沒有" })).toEqual([]);
  });
});

test("disabled departments, and what is below them, cannot be chosen", () => {
  const off = all.map((one) => (one.departmentId === id(2) ? { ...one, status: 0 } : one));
  expect(shape(departmentOptions(off))).toEqual([["部門1"], ["部門5"]]);
});

test("descendants, depth and height are counted, even in a cycle", () => {
  expect([...withDescendants(all, [id(2), id(5)])].sort()).toEqual([id(2), id(3), id(5)]);
  expect([depthOf(all, id(1)), depthOf(all, id(3))]).toEqual([1, 3]);
  expect([heightOf(all, id(1)), heightOf(all, id(3))]).toEqual([3, 1]);
  const circle = [department(1, 2), department(2, 1)];
  expect([depthOf(circle, id(1)), withDescendants(circle, [id(1)]).size]).toEqual([2, 2]);
});
