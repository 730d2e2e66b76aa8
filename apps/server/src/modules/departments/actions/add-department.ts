import { type AddDepartmentForm, departments } from "@homeroom/contract/departments";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { departmentsOf, lockDepartments } from "../queries.ts";
import { auditFields, checkDepartment } from "./check-department.ts";

/** Adds a department. Throws DEPT_CODE_EXISTS, DEPT_TOO_DEEP, or FIELD_INVALID for a parent that is not there. */
export function addDepartment(db: Database, actor: Actor, form: AddDepartmentForm): Promise<{ recordID: RecordId }> {
  requireAccess(actor, departments.add);
  const scope = sharedScope(actor);
  const id = RecordId.parse(v7());
  return inTransaction(db, scope, async (tx) => {
    await lockDepartments(tx, scope);
    const departments = await departmentsOf(tx, scope);
    const parentId = checkDepartment(departments, form, null);
    const { name, code, sort, status } = form;
    await tx
      .insertInto("department")
      .values({
        organization_id: scope.organizationId,
        department_id: id,
        parent_id: parentId,
        name,
        code,
        sort,
        status,
        created_by: actor.accountId,
        updated_by: actor.accountId,
      })
      .execute();
    await recordChange(tx, actor, {
      module: "dept",
      action: "created",
      subject: { type: "department", id, name },
      after: auditFields(departments, { ...form, parentId }),
    });
    return { recordID: id };
  });
}
