import { RecordId } from "@homeroom/contract/ids";
import { type AddProductForm, products } from "@homeroom/contract/products";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { organizationOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { lockProducts } from "../queries/products.ts";
import { auditFields, currencyOf, kindSent, retailerIdFor } from "../rules.ts";
import { checkProduct } from "./check-product.ts";
import { lockCatalogue, nextSort } from "./lock-catalogue.ts";
import { refusingTakenRetailerId } from "./refuse-taken-retailer-id.ts";

interface NewProduct {
  actor: Actor;
  scope: Scope;
  form: AddProductForm;
  productId: RecordId;
}

/**
 * Adds a product at the end of the catalogue. A repeated proposed id returns the product created the first
 * time. Throws the specified errors of products by field, PRODUCT_RETAILER_ID_TAKEN and SETTING_LIMIT_REACHED.
 */
export async function addProduct(db: Database, actor: Actor, form: AddProductForm): Promise<{ recordID: RecordId }> {
  requireAccess(actor, products.add);
  const scope = sharedScope(actor);
  const productId = form.recordID ?? RecordId.parse(v7());
  await refusingTakenId(takenId("recordID"), () =>
    refusingTakenRetailerId(() =>
      inTransaction(db, scope, async (tx) => {
        await lockCatalogue(tx, scope);
        const [known] = await lockProducts(tx, scope, [productId]);
        if (!known) await insertProduct(tx, { actor, scope, form, productId });
        else if (known.deleted_at) throw takenId("recordID");
      }),
    ),
  );
  return { recordID: productId };
}

/** Adds a product in the caller's transaction, which has locked the catalogue. Throws as `addProduct` does. */
export async function insertProduct(tx: Tx, { actor, scope, form, productId }: NewProduct): Promise<void> {
  const currency = form.currency ?? currencyOf((await organizationOf(tx, scope))?.country ?? "");
  const retailerID = form.retailerID || retailerIdFor(productId);
  const { columns, typeName } = await checkProduct(tx, {
    actor,
    scope,
    form: { ...form, kind: kindSent(form) ?? "online", currency, retailerID },
    before: null,
  });
  await tx
    .insertInto("product")
    .values({
      ...columns,
      organization_id: scope.organizationId,
      product_id: productId,
      sort: await nextSort(tx, scope),
      created_by: actor.accountId,
      updated_by: actor.accountId,
    })
    .execute();
  await recordChange(tx, actor, {
    module: "product",
    action: "created",
    subject: { type: "product", id: productId, name: columns.name },
    after: auditFields(columns, typeName),
  });
}
