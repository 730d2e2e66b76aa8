import { type DepartmentNode, type DepartmentOption, topDepartment } from "@homeroom/contract/departments";
import type { RecordId } from "@homeroom/contract/ids";

/** A department as the tree needs it. */
export interface Department {
  departmentId: RecordId;
  parentId: RecordId | null;
  name: string;
  code: string;
  sort: number;
  status: number;
  createdAt: Date;
  updatedAt: Date;
}

interface DepartmentFilter {
  keywords?: string | undefined;
  status?: number | undefined;
}

/** The departments as a tree in their order: all, or the matching ones with their parents. */
export function departmentTree(
  departments: readonly Department[],
  people: ReadonlyMap<string, number>,
  filter: DepartmentFilter,
): DepartmentNode[] {
  const below = Map.groupBy(departments, ({ parentId }) => parentId);
  const nodesUnder = (parent: RecordId | null): DepartmentNode[] =>
    (below.get(parent) ?? []).flatMap((one) => {
      const children = nodesUnder(one.departmentId);
      if (children.length === 0 && !fits(one, filter)) return [];
      const node = presentDepartment(one, people.get(one.departmentId) ?? 0);
      return [children.length > 0 ? { ...node, children } : node];
    });
  return nodesUnder(null);
}

function fits({ name, code, status }: Department, filter: DepartmentFilter): boolean {
  const words = (filter.keywords ?? "").toLowerCase();
  const said = `${name}\n${code}`.toLowerCase();
  return said.includes(words) && (filter.status === undefined || filter.status === status);
}

function presentDepartment(one: Department, staffCount: number): DepartmentNode {
  return {
    id: one.departmentId,
    parentId: one.parentId ?? topDepartment,
    name: one.name,
    code: one.code,
    sort: one.sort,
    status: one.status,
    staffCount,
    createTime: one.createdAt.toISOString(),
    updateTime: one.updatedAt.toISOString(),
  };
}

/** The departments that people can be put into. Those below a disabled one cannot be chosen either. */
export function departmentOptions(departments: readonly Department[]): DepartmentOption[] {
  const below = Map.groupBy(departments, ({ parentId }) => parentId);
  const optionsUnder = (parent: RecordId | null): DepartmentOption[] =>
    (below.get(parent) ?? [])
      .filter(({ status }) => status === 1)
      .map((one) => {
        const children = optionsUnder(one.departmentId);
        return { value: one.departmentId, label: one.name, ...(children.length > 0 && { children }) };
      });
  return optionsUnder(null);
}

type Link = Pick<Department, "departmentId" | "parentId">;

/** The given departments and all below them. */
export function withDescendants(departments: readonly Link[], ids: readonly RecordId[]): Set<RecordId> {
  const found = new Set(ids);
  const below = Map.groupBy(departments, ({ parentId }) => parentId);
  // Iterating over a set includes elements added meanwhile.
  for (const id of found) for (const child of below.get(id) ?? []) found.add(child.departmentId);
  return found;
}

/** The depth of a department: 1 at the top. */
export function depthOf(departments: readonly Link[], id: RecordId): number {
  const parents = new Map(departments.map((one) => [one.departmentId, one.parentId]));
  const passed = new Set<RecordId>();
  for (let at: RecordId | null = id; at && !passed.has(at); at = parents.get(at) ?? null) passed.add(at);
  return passed.size;
}

/** The number of levels of a department's subtree: 1 without children. */
export function heightOf(departments: readonly Link[], id: RecordId): number {
  const own = depthOf(departments, id);
  return Math.max(...[...withDescendants(departments, [id])].map((one) => depthOf(departments, one) - own + 1));
}
