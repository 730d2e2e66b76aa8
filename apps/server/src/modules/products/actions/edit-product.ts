import type { RecordId } from "@homeroom/contract/ids";
import { type EditProductForm, type ProductStatus, products } from "@homeroom/contract/products";
import { withSent } from "@homeroom/contract/some-fields";
import { type StoredFile, storePicture } from "#modules/files/public";
import { type Actor, can, requireAccess, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import type { Upload } from "#platform/http/upload";
import type { Platform } from "#platform/server-module";
import { lockProduct } from "../queries/products.ts";
import { formOf, kindSent, type WholeForm } from "../rules.ts";
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
      const form = withSent<WholeForm>(formOf(product), { ...fields, kind: kindSent(fields) });
      await writeProduct(tx, { actor, scope, product, form, action: "edited" });
    }),
  );
}

/** Offers a product for sale, or withdraws it. Throws PRODUCT_IMAGE_REQUIRED or PRODUCT_EXPIRY_NOT_FUTURE if impossible. */
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

const maxSide = 2048;

/** Stores a JPEG or PNG of a product, upright and without the camera's metadata. */
export function uploadProductImage(platform: Platform, actor: Actor, upload: Upload): Promise<StoredFile> {
  if (!can(actor, "sale:product:add") && !can(actor, "sale:product:edit")) throw new AppError("PERMISSION_DENIED");
  return storePicture(platform, sharedScope(actor), upload, { createdBy: actor.accountId, maxSide });
}
