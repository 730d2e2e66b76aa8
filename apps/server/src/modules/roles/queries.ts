import type { RoleId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction } from "#platform/db/transaction";

/** What any of these roles is given, wildcards as they are. */
export function permissionsOfRoles(db: Database, scope: Scope, roleIds: readonly RoleId[]): Promise<string[]> {
  return inTransaction(db, scope, async (tx) => {
    const rows = await tx
      .selectFrom("role_permission")
      .select("permission")
      .distinct()
      .where("organization_id", "=", scope.organizationId)
      .where("role_id", "in", [...roleIds])
      .execute();
    return rows.map((row) => row.permission);
  });
}
