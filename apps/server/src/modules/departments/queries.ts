import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** The number of people in each department. Supplied by the module of accounts. */
export type CountPeople = (tx: Tx, scope: Scope) => Promise<ReadonlyMap<RecordId, number>>;

/** The organisation's departments in their order. */
export function departmentsOf(tx: Tx, scope: Scope) {
  return tx
    .selectFrom("department")
    .select([
      "department_id as departmentId",
      "parent_id as parentId",
      "name",
      "code",
      "sort",
      "status",
      "created_at as createdAt",
      "updated_at as updatedAt",
    ])
    .where("organization_id", "=", scope.organizationId)
    .orderBy("sort")
    .orderBy("name")
    .orderBy("department_id")
    .execute();
}

/** One department's row. */
export function departmentById(tx: Tx, scope: Scope, id: RecordId) {
  return findRow(tx, scope, "department", { department_id: id });
}

/** Serialises changes of an organisation's departments: two that are valid alone could form a cycle together. */
export async function lockDepartments(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`departments ${scope.organizationId}`}, 0))`.execute(tx);
}
