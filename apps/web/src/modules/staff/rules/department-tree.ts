interface Department {
  value: string;
  label: string;
  parentID: string | null;
}

export interface DepartmentNode {
  key: string;
  value: string;
  title: string;
  children: DepartmentNode[];
}

/** Departments as a tree, in order. One whose parent is missing is at the top. */
export function departmentTree(departments: readonly Department[]): DepartmentNode[] {
  const known = new Set(departments.map(({ value }) => value));
  const below = (parent: string | null): DepartmentNode[] =>
    departments
      .filter(({ parentID }) => (parentID && known.has(parentID) ? parentID : null) === parent)
      .map(({ value, label }) => ({ key: value, value, title: label, children: below(value) }));
  return below(null);
}
