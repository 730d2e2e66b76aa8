import { type EditProductForm, products } from "@homeroom/contract/products";
import { withSent } from "@homeroom/contract/some-fields";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { lockProduct } from "../queries/products.ts";
import { formOf, type WholeForm } from "../rules.ts";
import { refusingTakenRetailerId } from "./refuse-taken-retailer-id.ts";
import { writeProduct } from "./write-product.ts";

/**
 * Changes a product; what was not sent stays. Another status needs the permission to offer products. Throws the specified
 * errors of products by field, PRODUCT_RETAILER_ID_TAKEN, and STALE_DATA when the version is named and somebody has
 * saved since.
 */
export function editProduct(db: Database, actor: Actor, sent: EditProductForm): Promise<void> {
  requireAccess(actor, products.edit);
  const scope = sharedScope(actor);
  return refusingTakenRetailerId(() =>
    inTransaction(db, scope, async (tx) => {
      const product = await lockProduct(tx, scope, sent.recordID);
      requireVersion(product, sent.version);
      if (sent.status !== undefined && sent.status !== product.status) requirePermission(actor, "sale:product:status");
      const { recordID: _id, version: _version, ...fields } = sent;
      const form = withSent<WholeForm>(formOf(product), fields);
      await writeProduct(tx, { actor, scope, product, form, action: "edited" });
    }),
  );
}
