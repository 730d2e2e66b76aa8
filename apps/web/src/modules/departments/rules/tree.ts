import type { DepartmentNode } from "@homeroom/contract/departments";

/** A department in a list, with its depth: 0 at the top. */
export interface DepartmentLine {
  node: DepartmentNode;
  depth: number;
}

/** The tree as lines from top to bottom; departments below a collapsed one are left out. */
export function linesOf(nodes: readonly DepartmentNode[], folded: ReadonlySet<string>, depth = 0): DepartmentLine[] {
  return nodes.flatMap((node) => [
    { node, depth },
    ...(folded.has(node.id) ? [] : linesOf(node.children ?? [], folded, depth + 1)),
  ]);
}

/** What would be deleted with a department: the number below it, and the people in all of them. */
export function lossOf(node: DepartmentNode): { below: number; people: number } {
  const all = linesOf([node], new Set());
  return { below: all.length - 1, people: all.reduce((sum, line) => sum + line.node.staffCount, 0) };
}

export interface ParentOption {
  value: string;
  label: string;
  disabled?: boolean;
  children?: ParentOption[];
}

/** The departments as choices of a parent. `moving` and all below it cannot be chosen. */
export function parentOptions(
  nodes: readonly DepartmentNode[],
  moving: string | undefined,
  off = false,
): ParentOption[] {
  return nodes.map((node) => {
    const disabled = off || node.id === moving;
    const children = parentOptions(node.children ?? [], moving, disabled);
    return {
      value: node.id,
      label: node.name,
      ...(disabled && { disabled }),
      ...(children.length > 0 && { children }),
    };
  });
}
