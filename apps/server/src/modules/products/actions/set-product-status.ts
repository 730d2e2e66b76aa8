import type { RecordId } from "@homeroom/contract/ids";
import { type ProductStatus, products } from "@homeroom/contract/products";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { lockProduct } from "../queries/products.ts";
import { formOf } from "../rules.ts";
import { writeProduct } from "./write-product.ts";

/** Offers a product for sale, or not. Throws PRODUCT_IMAGE_REQUIRED and PRODUCT_EXPIRY_NOT_FUTURE for what cannot be offered. */
export function setProductStatus(
  db: Database,
  actor: Actor,
  { productId, status }: { productId: RecordId; status: ProductStatus },
): Promise<void> {
  requireAccess(actor, products.setStatus);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const product = await lockProduct(tx, scope, productId);
    if (product.status === status) return;
    const action = status === "active" ? "enabled" : "disabled";
    await writeProduct(tx, { actor, scope, product, form: { ...formOf(product), status }, action });
  });
}
