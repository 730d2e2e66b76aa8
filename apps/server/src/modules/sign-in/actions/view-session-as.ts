import { RecordId, type RoleId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

/** Makes a session look at the product as a role, within its own rights; null: as itself again. */
export async function viewSessionAs(
  tx: Tx,
  scope: Scope,
  { sessionId, roleId }: { sessionId: string; roleId: RoleId | null },
): Promise<void> {
  await tx
    .updateTable("session")
    .set({ view_as_role_id: roleId })
    .where("organization_id", "=", scope.organizationId)
    .where("session_id", "=", RecordId.parse(sessionId))
    .execute();
}
