import {
  type AddDepartmentForm,
  departments,
  type EditDepartmentForm,
  topDepartment,
} from "@homeroom/contract/departments";
import { withSent } from "@homeroom/contract/some-fields";
import { sql } from "kysely";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { departmentById, departmentsOf, lockDepartments } from "../queries.ts";
import { auditFields, checkDepartment } from "./check-department.ts";

/**
 * Saves a department; what was not sent stays. Throws NOT_FOUND, STALE_DATA when someone saved since `version`, DEPT_PARENT_INSIDE for a move below
 * itself, and what adding one throws.
 */
export function editDepartment(db: Database, actor: Actor, sent: EditDepartmentForm): Promise<null> {
  requireAccess(actor, departments.edit);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    await lockDepartments(tx, scope);
    const held = await departmentById(tx, scope, sent.id);
    if (!held) throw new AppError("NOT_FOUND");
    requireVersion(held, sent.version);
    const form = withSent<AddDepartmentForm>({ ...held, parentId: held.parent_id ?? topDepartment }, sent);
    const departments = await departmentsOf(tx, scope);
    const parentId = checkDepartment(departments, form, sent.id);
    const { name, code, sort, status } = form;
    const before = auditFields(departments, { ...held, parentId: held.parent_id });
    const after = auditFields(departments, { ...form, parentId });
    if (JSON.stringify([before, held.parent_id]) === JSON.stringify([after, parentId])) return null;
    await tx
      .updateTable("department")
      .set({ name, code, sort, status, parent_id: parentId, version: held.version + 1 })
      .set({ updated_by: actor.accountId, updated_at: sql`now()` })
      .where("organization_id", "=", scope.organizationId)
      .where("department_id", "=", sent.id)
      .execute();
    const subject = { type: "department", id: sent.id, name };
    await recordChange(tx, actor, { module: "dept", action: "edited", subject, before, after });
    return null;
  });
}
