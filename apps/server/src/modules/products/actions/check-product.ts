import { customLists } from "@homeroom/contract/media";
import { fileById } from "#modules/files/public";
import { lockItems } from "#modules/lists/public";
import { timeZoneOf } from "#modules/organizations/public";
import type { Actor } from "#platform/auth/actor";
import { today } from "#platform/clock/days";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError, type FieldFault } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { picturesAmong } from "../queries/products.ts";
import { columnsOf, type Product, type ProductColumns, type WholeForm } from "../rules.ts";

/** A valid product, and the name of its type. */
export interface CheckedProduct {
  columns: ProductColumns;
  typeName: string;
}

/** Checks a form against its rules, the type and the pictures. Throws the first fault with all of them by field. */
export async function checkProduct(
  tx: Tx,
  { actor, scope, form, before }: { actor: Actor; scope: Scope; form: WholeForm; before: Product | null },
): Promise<CheckedProduct> {
  const checked = columnsOf(form, { before, today: today(await timeZoneOf(tx, scope, null)) });
  const type = (await lockItems(tx, scope, [form.typeID])).get(form.typeID);
  const faults: FieldFault[] = "faults" in checked ? checked.faults : [];
  if (type?.projectID !== customLists.productTypes) faults.push({ field: "typeID", name: "FIELD_INVALID" });
  refuseFaults([...faults, ...(await pictureFaults(tx, { actor, scope, form, before }))]);
  if (!type || "faults" in checked) throw new AppError("FIELD_INVALID");
  return { columns: checked.columns, typeName: type.name };
}

/** A picture must be the actor's upload or belong to an existing product: any other may be out of sight. */
async function pictureFaults(
  tx: Tx,
  { actor, scope, form, before }: { actor: Actor; scope: Scope; form: WholeForm; before: Product | null },
): Promise<FieldFault[]> {
  if (form.images.length === 0) {
    return form.status === "active" ? [{ field: "images", name: "PRODUCT_IMAGE_REQUIRED" }] : [];
  }
  const added = form.images.filter((id) => !before?.image_file_ids.includes(id));
  if (added.length === 0) return [];
  const known = await picturesAmong(tx, scope, added);
  for (const id of added.filter((one) => !known.has(one))) {
    const file = await fileById(tx, scope, id);
    const isOwn = file?.created_by === actor.accountId;
    const isPicture = file?.content_type === "image/png" || file?.content_type === "image/jpeg";
    if (!isOwn || !isPicture || file.storage_key === null) return [{ field: "images", name: "FIELD_INVALID" }];
  }
  return [];
}
