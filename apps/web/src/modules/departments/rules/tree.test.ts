import type { DepartmentNode } from "@homeroom/contract/departments";
import { RecordId } from "@homeroom/contract/ids";
import { expect, test } from "vitest";
import { linesOf, lossOf, parentOptions } from "./tree.ts";

const id = (number: number) => RecordId.parse(`01900000-0000-7000-8000-00000000000${number}`);

function node(number: number, staffCount: number, children: DepartmentNode[] = []): DepartmentNode {
  const at = "2026-01-01T00:00:00Z";
  const fields = { parentId: "0", name: `部門${number}`, code: `D${number}`, sort: 0, status: 1 };
  return {
    ...fields,
    id: id(number),
    staffCount,
    createTime: at,
    updateTime: at,
    ...(children.length > 0 && { children }),
  };
}

const tree = [node(1, 1, [node(2, 2, [node(3, 4)])]), node(4, 0)];

test("the tree becomes lines with their depth, without those below a collapsed department", () => {
  const shape = (folded: string[]) =>
    linesOf(tree, new Set(folded)).map(({ node: one, depth }) => `${depth}${one.code}`);
  expect(shape([])).toEqual(["0D1", "1D2", "2D3", "0D4"]);
  expect(shape([id(2)])).toEqual(["0D1", "1D2", "0D4"]);
});

test("what is deleted with a department is counted at every level", () => {
  expect(lossOf(tree[0] as DepartmentNode)).toEqual({ below: 2, people: 7 });
  expect(lossOf(tree[1] as DepartmentNode)).toEqual({ below: 0, people: 0 });
});

test("a department cannot be moved into or below itself", () => {
  const [first, last] = parentOptions(tree, id(2));
  expect(first?.disabled).toBeUndefined();
  expect(first?.children?.[0]).toMatchObject({ disabled: true, children: [{ disabled: true }] });
  expect(last?.disabled).toBeUndefined();
});
