import type { RecordId } from "@homeroom/contract/ids";
import { recordChange } from "#modules/audit/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireMayChange } from "../policy.ts";
import { holdTarget } from "../queries.ts";

/** Opens a recipient list for sending, or closes it. Throws NOT_FOUND and PERMISSION_DENIED as an edit does. */
export function setTargetStatus(
  db: Database,
  actor: Actor,
  { listId, status }: { listId: RecordId; status: number },
): Promise<void> {
  requirePermission(actor, "bulk:target:status");
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const target = await holdTarget(tx, scope, listId);
    requireMayChange(scope, target);
    if (target.openStatus === status) return;
    await tx
      .updateTable("recipient_list")
      .set({ open_status: status, updated_by: actor.accountId, updated_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("list_id", "=", listId)
      .execute();
    await recordChange(tx, actor, {
      module: "target",
      action: status === 1 ? "enabled" : "disabled",
      subject: { type: "target", id: listId, name: target.name },
    });
  });
}
