import { recordChange } from "#modules/audit/public";
import { itemsByIds } from "#modules/lists/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { auditFields, changesCatalogue, type Product, type WholeForm } from "../rules.ts";
import { checkProduct } from "./check-product.ts";

interface Write {
  actor: Actor;
  scope: Scope;
  /** Locked by the transaction. */
  product: Product;
  form: WholeForm;
  action: "edited" | "enabled" | "disabled";
}

/** Writes a product's next version with an entry in the audit log; a form that changes nothing writes nothing. */
export async function writeProduct(tx: Tx, { actor, scope, product, form, action }: Write): Promise<void> {
  const retailerID = form.retailerID || product.retailer_id;
  const checked = await checkProduct(tx, { actor, scope, form: { ...form, retailerID }, before: product });
  const after = auditFields(checked.columns, checked.typeName);
  const before = auditFields(product, await typeNameOf(tx, scope, product));
  const samePictures = String(product.image_file_ids) === String(checked.columns.image_file_ids);
  if (samePictures && JSON.stringify(before) === JSON.stringify(after)) return;
  await tx
    .updateTable("product")
    .set({
      ...checked.columns,
      revision: product.revision + (changesCatalogue(product, checked.columns) ? 1 : 0),
      updated_by: actor.accountId,
      updated_at: new Date(),
      version: product.version + 1,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("product_id", "=", product.product_id)
    .execute();
  await recordChange(tx, actor, {
    module: "product",
    action,
    subject: { type: "product", id: product.product_id, name: checked.columns.name },
    before,
    after,
  });
}

async function typeNameOf(tx: Tx, scope: Scope, { type_id: id }: Product): Promise<string> {
  return (id && (await itemsByIds(tx, scope, [id])).get(id)?.name) ?? "";
}
