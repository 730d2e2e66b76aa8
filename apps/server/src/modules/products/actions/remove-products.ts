import type { RecordId } from "@homeroom/contract/ids";
import { products } from "@homeroom/contract/products";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { isOneOf } from "#platform/db/is-one-of";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { ProductUses } from "../port.ts";
import { lockProducts } from "../queries/products.ts";

/**
 * Deletes products, all of them or none. Idempotent. Throws PRODUCT_HAS_TRANSACTIONS when one
 * was sold, and NOT_FOUND for one that never existed.
 */
export function removeProducts(
  { db, uses }: { db: Database; uses: readonly ProductUses[] },
  actor: Actor,
  ids: readonly RecordId[],
): Promise<void> {
  requireAccess(actor, products.remove);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const products = await lockProducts(tx, scope, ids);
    if (products.length < new Set(ids).size) throw new AppError("NOT_FOUND");
    const removed = products.filter((product) => product.deleted_at === null);
    const removedIds = removed.map((product) => product.product_id);
    for (const use of uses) {
      if ((await use.usedAmong(tx, scope, removedIds)).size > 0) throw new AppError("PRODUCT_HAS_TRANSACTIONS");
    }
    await tx
      .updateTable("product")
      .set({ deleted_at: new Date(), updated_by: actor.accountId })
      .where("organization_id", "=", scope.organizationId)
      .where(isOneOf("product_id", removedIds))
      .execute();
    for (const { product_id: id, name } of removed) {
      await recordChange(tx, actor, { module: "product", action: "deleted", subject: { type: "product", id, name } });
    }
  });
}
