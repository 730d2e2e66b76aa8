import { type AddDepartmentForm, deepestDepartment, topDepartment } from "@homeroom/contract/departments";
import type { RecordId } from "@homeroom/contract/ids";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import { type Department, depthOf, heightOf, withDescendants } from "../rules.ts";

/**
 * Checks a form against the organisation's departments, which are locked. `id`: the department being changed.
 * Returns the parent. Throws all faults by field.
 */
export function checkDepartment(
  departments: readonly Department[],
  form: AddDepartmentForm,
  id: RecordId | null,
): RecordId | null {
  const faults: FieldFault[] = [];
  const same = ({ departmentId, code }: Department) =>
    departmentId !== id && code.toLowerCase() === form.code.toLowerCase();
  if (departments.some(same)) faults.push({ field: "code", name: "DEPT_CODE_EXISTS" });
  const parent = form.parentId === topDepartment ? null : form.parentId;
  const fault = parent && parentFault(departments, parent, id);
  if (fault) faults.push({ field: "parentId", ...fault });
  const [first] = faults;
  if (first) throw new AppError(first.name, first.data, { fields: faults });
  return parent;
}

function parentFault(departments: readonly Department[], parent: RecordId, id: RecordId | null) {
  if (departments.every(({ departmentId }) => departmentId !== parent)) return { name: "FIELD_INVALID" as const };
  if (id && withDescendants(departments, [id]).has(parent)) return { name: "DEPT_PARENT_INSIDE" as const };
  const levels = depthOf(departments, parent) + (id ? heightOf(departments, id) : 1);
  return levels > deepestDepartment ? { name: "DEPT_TOO_DEEP" as const, data: { n: deepestDepartment } } : null;
}

/** A department as the audit log records it: its parent by name. */
export function auditFields(
  departments: readonly Department[],
  fields: Pick<Department, "name" | "code" | "sort" | "status" | "parentId">,
): Record<string, unknown> {
  const { name, code, sort, status, parentId } = fields;
  const parent = departments.find((one) => one.departmentId === parentId)?.name ?? "";
  return { name, code, parent, sort, status };
}
