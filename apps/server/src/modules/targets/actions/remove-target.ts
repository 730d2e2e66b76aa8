import type { RecordId } from "@homeroom/contract/ids";
import { targets } from "@homeroom/contract/targets";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireMayChange } from "../policy.ts";
import type { TargetUses } from "../port.ts";
import { holdTarget } from "../queries.ts";

/** Removes a recipient list that nothing uses; it can be brought back. Throws SETTING_ITEM_IN_USE, else as an edit does. */
export function removeTarget(db: Database, uses: readonly TargetUses[], actor: Actor, listId: RecordId): Promise<void> {
  requireAccess(actor, targets.remove);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const target = await holdTarget(tx, scope, listId);
    requireMayChange(scope, target);
    for (const use of uses) if (await use.isUsed(tx, scope, listId)) throw new AppError("SETTING_ITEM_IN_USE");
    await tx
      .updateTable("recipient_list")
      .set({ deleted_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("list_id", "=", listId)
      .execute();
    await recordChange(tx, actor, {
      module: "target",
      action: "deleted",
      subject: { type: "target", id: listId, name: target.name },
      before: { name: target.name, queryRule: target.rule },
    });
  });
}
