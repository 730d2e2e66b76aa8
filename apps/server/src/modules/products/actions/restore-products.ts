import type { RecordId } from "@homeroom/contract/ids";
import { productLimits, products } from "@homeroom/contract/products";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { isOneOf } from "#platform/db/is-one-of";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { catalogueSize, lockProducts } from "../queries/products.ts";
import { lockCatalogue } from "./lock-catalogue.ts";
import { refusingTakenRetailerId } from "./refuse-taken-retailer-id.ts";

/**
 * Restores deleted products, all of them or none. Throws PRODUCT_RETAILER_ID_TAKEN when another product has the retailer
 * ID by now, PRODUCT_TYPE_REQUIRED if the type was deleted, SETTING_LIMIT_REACHED, and NOT_FOUND.
 */
export function restoreProducts(db: Database, actor: Actor, ids: readonly RecordId[]): Promise<void> {
  requireAccess(actor, products.restore);
  const scope = sharedScope(actor);
  return refusingTakenRetailerId(() =>
    inTransaction(db, scope, async (tx) => {
      await lockCatalogue(tx, scope);
      const products = await lockProducts(tx, scope, ids);
      if (products.length < new Set(ids).size) throw new AppError("NOT_FOUND");
      const restored = products.filter((product) => product.deleted_at !== null);
      if (restored.some((product) => product.type_id === null)) throw new AppError("PRODUCT_TYPE_REQUIRED");
      const { count } = await catalogueSize(tx, scope);
      if (count + restored.length > productLimits.products) throw new AppError("SETTING_LIMIT_REACHED");
      const restoredIds = restored.map((product) => product.product_id);
      await tx
        .updateTable("product")
        .set({ deleted_at: null, updated_by: actor.accountId })
        .where("organization_id", "=", scope.organizationId)
        .where(isOneOf("product_id", restoredIds))
        .execute();
      for (const { product_id: id, name } of restored) {
        await recordChange(tx, actor, {
          module: "product",
          action: "restored",
          subject: { type: "product", id, name },
        });
      }
    }),
  );
}
