import type { RecordId } from "@homeroom/contract/ids";
import type { CustomList } from "@homeroom/contract/media";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { lockRow } from "#platform/db/find-row";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitChoicesChanged } from "../events.ts";
import { requireMayWriteItem } from "../policy.ts";
import type { ListUses, OtherUses } from "../port.ts";
import { codesInUse } from "../rules.ts";

/**
 * Removes an item of a custom list. Throws SETTING_ITEM_IN_USE when a record has it, or the product itself depends
 * on it (the statuses of new leads and of deals).
 */
export function removeItem(
  db: Database,
  { uses, others }: { uses: ListUses; others: readonly OtherUses[] },
  actor: Actor,
  itemId: RecordId,
): Promise<void> {
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    // A transaction that gives it to a lead locks it until it commits; the query below then sees the lead.
    const item = await lockRow(tx, scope, "list_item", { item_id: itemId });
    if (!item) throw new AppError("NOT_FOUND");
    requireMayWriteItem(actor, "delete", item.project_id as CustomList);
    const list = item.project_id as CustomList;
    if (item.code !== null && codesInUse.includes(item.code)) throw new AppError("SETTING_ITEM_IN_USE");
    for (const one of [uses, ...others]) {
      if (await one.isItemUsed?.(tx, scope, { list, id: itemId })) throw new AppError("SETTING_ITEM_IN_USE");
    }
    await tx
      .deleteFrom("list_item")
      .where("organization_id", "=", scope.organizationId)
      .where("item_id", "=", itemId)
      .execute();
    await emitChoicesChanged(tx, scope, list);
    await recordChange(tx, actor, {
      module: "list",
      action: "deleted",
      subject: { type: "listItem", id: itemId, name: item.name },
      before: { list, name: item.name, color: item.color },
    });
  });
}
