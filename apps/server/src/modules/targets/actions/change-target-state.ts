import type { RecordId } from "@homeroom/contract/ids";
import { maxTargets, targets } from "@homeroom/contract/targets";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf, scopeOfRecord } from "#platform/auth/scopes";
import { sqlState } from "#platform/db/failures";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireMayChange } from "../policy.ts";
import type { TargetUses } from "../port.ts";
import { countLeads, type LeadCount, lockRemovedTarget, lockTarget } from "../queries.ts";
import { recordTargetChange } from "../writes.ts";
import { lockTargets, requireRoom } from "./lock-targets.ts";

/** Removes an unused recipient list, which can be restored. Throws SETTING_ITEM_IN_USE, else as an edit does. */
export function removeTarget(db: Database, uses: readonly TargetUses[], actor: Actor, listId: RecordId): Promise<void> {
  requireAccess(actor, targets.remove);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const target = await lockTarget(tx, scope, listId);
    requireMayChange(scope, target);
    for (const use of uses) if (await use.isUsed(tx, scope, listId)) throw new AppError("SETTING_ITEM_IN_USE");
    await tx
      .updateTable("recipient_list")
      .set({ deleted_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("list_id", "=", listId)
      .execute();
    await recordTargetChange(tx, actor, "deleted", {
      id: listId,
      name: target.name,
      before: { name: target.name, queryRule: target.rule },
    });
  });
}

/** Restores a removed recipient list. Throws SETTING_ITEM_DUPLICATE if its name is taken, else as an edit does. */
export async function restoreTarget(db: Database, actor: Actor, listId: RecordId): Promise<void> {
  requireAccess(actor, targets.restore);
  const scope = scopeOf(actor, "crm:lead:all");
  try {
    await inTransaction(db, scope, async (tx) => {
      await lockTargets(tx, scope);
      const target = await lockRemovedTarget(tx, scope, listId);
      requireMayChange(scope, target);
      const restored = await tx
        .updateTable("recipient_list")
        .set({ deleted_at: null })
        .where("organization_id", "=", scope.organizationId)
        .where("list_id", "=", listId)
        .where("deleted_at", "is not", null)
        .executeTakeFirst();
      if (restored.numUpdatedRows === 0n) return;
      await requireRoom(tx, scope, maxTargets + 1);
      await recordTargetChange(tx, actor, "restored", { id: listId, name: target.name });
    });
  } catch (error) {
    throw sqlState(error) === "23505" ? new AppError("SETTING_ITEM_DUPLICATE") : error;
  }
}

/** Opens a recipient list for sending, or closes it. Throws NOT_FOUND and PERMISSION_DENIED as an edit does. */
export function setTargetStatus(
  db: Database,
  actor: Actor,
  { listId, status }: { listId: RecordId; status: number },
): Promise<void> {
  requireAccess(actor, targets.setStatus);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const target = await lockTarget(tx, scope, listId);
    requireMayChange(scope, target);
    if (target.openStatus === status) return;
    await tx
      .updateTable("recipient_list")
      .set({ open_status: status, updated_by: actor.accountId, updated_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("list_id", "=", listId)
      .execute();
    await recordTargetChange(tx, actor, status === 1 ? "enabled" : "disabled", { id: listId, name: target.name });
  });
}

/**
 * Recounts a list's leads within the list's own scope. Not an edit: open forms stay current. Throws
 * NOT_FOUND.
 */
export function reloadCount(db: Database, actor: Actor, listId: RecordId): Promise<LeadCount> {
  requireAccess(actor, targets.reload);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const target = await lockTarget(tx, scope, listId);
    const reach = scopeOfRecord({ organizationId: scope.organizationId, ...target });
    const counted = await countLeads(tx, reach, target.rule);
    await tx
      .updateTable("recipient_list")
      .set({ lead_count: counted.leadCount, counted_exactly: counted.exact, counted_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("list_id", "=", listId)
      .execute();
    return counted;
  });
}
