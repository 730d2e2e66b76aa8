import { departments, topDepartment } from "@homeroom/contract/departments";
import { sharedScope } from "#platform/auth/scopes";
import { inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Binder } from "#platform/http/bind";
import type { Platform } from "#platform/server-module";
import { addDepartment } from "./actions/add-department.ts";
import { deleteDepartments } from "./actions/delete-departments.ts";
import { editDepartment } from "./actions/edit-department.ts";
import type { CountPeople } from "./queries.ts";
import { departmentById, departmentsOf } from "./queries.ts";
import { departmentOptions, departmentTree } from "./rules.ts";

export function bindDepartmentRoutes(bind: Binder, { db }: Platform, countPeople: CountPeople): void {
  bind(departments.tree, (wanted, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) =>
      departmentTree(await departmentsOf(tx, scope), await countPeople(tx, scope), wanted),
    );
  });

  bind(departments.options, (_, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => departmentOptions(await departmentsOf(tx, scope)));
  });

  bind(departments.form, ({ id }, { actor }) => {
    const scope = sharedScope(actor);
    return inTransaction(db, scope, async (tx) => {
      const found = await departmentById(tx, scope, id);
      if (!found) throw new AppError("NOT_FOUND");
      const { version, name, code, sort, status, parent_id } = found;
      return { id, version, name, code, parentId: parent_id ?? topDepartment, sort, status };
    });
  });

  bind(departments.add, (form, { actor }) => addDepartment(db, actor, form));
  bind(departments.edit, (form, { actor }) => editDepartment(db, actor, form));
  bind(departments.remove, ({ ids }, { actor }) => deleteDepartments({ db, countPeople }, actor, ids));
}
