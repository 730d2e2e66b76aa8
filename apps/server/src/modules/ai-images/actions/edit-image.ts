import type { EditImageForm } from "@homeroom/contract/ai-images";
import { recordChange } from "#modules/audit/public";
import { type Actor, can } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { holdImages } from "../queries/images.ts";
import { tidyTags, titleOf } from "../rules.ts";

/** Changes an image's name or tags. Throws STALE_DATA and NOT_FOUND. */
export function editImage(db: Database, actor: Actor, form: EditImageForm): Promise<void> {
  if (!can(actor, "ad:aimedia:generate") && !can(actor, "ad:aimedia:upload")) throw new AppError("PERMISSION_DENIED");
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const [image] = await holdImages(tx, scope, [form.recordID]);
    if (!image || image.deleted_at) throw new AppError("NOT_FOUND");
    requireVersion(image, form.version);
    const changed = { name: form.name ?? image.name, tags: tidyTags(form.tag ?? image.tags) };
    const before = { name: image.name, tag: image.tags.join(", ") };
    const after = { name: changed.name, tag: changed.tags.join(", ") };
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    await tx
      .updateTable("ai_image")
      .set({ ...changed, updated_at: new Date(), version: image.version + 1 })
      .where("organization_id", "=", scope.organizationId)
      .where("image_id", "=", image.image_id)
      .execute();
    const subject = { type: "image", id: image.image_id, name: titleOf({ ...image, name: changed.name }) };
    await recordChange(tx, actor, { module: "image", action: "edited", subject, before, after });
  });
}
