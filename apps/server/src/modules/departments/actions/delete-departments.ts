import { departments } from "@homeroom/contract/departments";
import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { CountPeople } from "../queries.ts";
import { departmentsOf, lockDepartments } from "../queries.ts";
import { withDescendants } from "../rules.ts";
import { auditFields } from "./check-department.ts";

/**
 * Deletes departments with all below them. Their people stay, without a department: the foreign key of accounts
 * ensures it. Throws NOT_FOUND unless all of them exist.
 */
export function deleteDepartments(
  { db, countPeople }: { db: Database; countPeople: CountPeople },
  actor: Actor,
  ids: readonly RecordId[],
): Promise<{ departments: number; people: number }> {
  requireAccess(actor, departments.remove);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    await lockDepartments(tx, scope);
    const departments = await departmentsOf(tx, scope);
    if (!ids.every((id) => departments.some((one) => one.departmentId === id))) throw new AppError("NOT_FOUND");
    const going = withDescendants(departments, ids);
    const counts = await countPeople(tx, scope);
    await tx
      .deleteFrom("department")
      .where("organization_id", "=", scope.organizationId)
      .where("department_id", "in", [...going])
      .execute();
    let people = 0;
    for (const one of departments.filter(({ departmentId }) => going.has(departmentId))) {
      const staff = counts.get(one.departmentId) ?? 0;
      people += staff;
      await recordChange(tx, actor, {
        module: "dept",
        action: "deleted",
        subject: { type: "department", id: one.departmentId, name: one.name },
        before: { ...auditFields(departments, one), staff },
      });
    }
    return { departments: going.size, people };
  });
}
