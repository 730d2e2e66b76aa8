import { aiImages, type EditImageForm, type GenerateForm } from "@homeroom/contract/ai-images";
import { RecordId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { recordChange } from "#modules/audit/public";
import { requireRoom } from "#modules/plan-limits/public";
import { storedActor } from "#modules/sign-in/public";
import { type Actor, can, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { startRun } from "#platform/runs/run";
import type { ImageMaker } from "../port.ts";
import { allowanceOf } from "../queries/allowance.ts";
import { findTask, loadPicture, lockImages } from "../queries/images.ts";
import { tidyTags, titleOf } from "../rules.ts";
import { reserveImages } from "../writes/allowance.ts";
import { imageRun } from "./image-run.ts";

interface Parts {
  db: Database;
  /** Null if the installation has no provider. */
  maker: ImageMaker | null;
}

interface Order {
  actor: Actor;
  scope: Scope;
  form: GenerateForm;
  taskId: RecordId;
}

/**
 * Starts making images: they are in the library at once, and a worker requests each from the provider. A repeated
 * task id returns the same task. Throws FEATURE_NOT_SET_UP, IMAGE_RESOLUTION_UNAVAILABLE, IMAGE_QUOTA_USED_UP,
 * IMAGE_STORAGE_FULL, STORAGE_FULL, and NOT_FOUND for a source that is not there.
 */
export async function generateImages(
  { db, maker }: Parts,
  actor: Actor,
  form: GenerateForm,
): Promise<{ taskID: RecordId }> {
  requireAccess(actor, aiImages.generate);
  if (!maker) throw new AppError("FEATURE_NOT_SET_UP");
  const model = maker.models.find((one) => one.model === form.model);
  if (!model) refuseFaults([{ field: "model", name: "FIELD_INVALID" }]);
  if (!model?.resolutions.includes(form.resolution))
    refuseFaults([{ field: "resolution", name: "IMAGE_RESOLUTION_UNAVAILABLE" }]);
  const scope = sharedScope(actor);
  const taskId = form.taskID ?? RecordId.parse(v7());
  await refusingTakenId(takenId("taskID"), () =>
    inTransaction(db, scope, async (tx) => {
      if (!(await findTask(tx, scope, taskId))) await order(tx, { actor, scope, form, taskId });
    }),
  );
  return { taskID: taskId };
}

async function order(tx: Tx, { actor, scope, form, taskId }: Order): Promise<void> {
  const { organizationId } = scope;
  if (form.sourceID) await loadPicture(tx, scope, form.sourceID);
  const allowance = await allowanceOf(tx, scope);
  if (allowance.storageUsed >= allowance.storageLimit) throw new AppError("IMAGE_STORAGE_FULL");
  // Finished images are stored regardless of the plan's limit, so the limit is checked before the request.
  await requireRoom(tx, scope, "storage");
  const made = await tx
    .insertInto("ai_image_task")
    .values({
      organization_id: organizationId,
      task_id: taskId,
      month: allowance.month,
      created_by: actor.accountId,
      actor: JSON.stringify(storedActor(actor)),
    })
    .onConflict((conflict) => conflict.columns(["organization_id", "task_id"]).doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 0n) return;
  await reserveImages(tx, scope, { ...allowance, count: form.count });
  await tx.insertInto("ai_image").values(imagesOf({ actor, scope, form, taskId })).execute();
  await recordChange(tx, actor, {
    module: "image",
    action: "generated",
    subject: { type: "image", id: taskId, name: titleOf({ name: "", prompt: form.prompt }) },
    after: { images: form.count, prompt: form.prompt },
  });
  await startRun(tx, imageRun, { organizationId, runId: taskId });
}

function imagesOf({ actor, scope, form, taskId }: Order) {
  return Array.from({ length: form.count }, () => ({
    organization_id: scope.organizationId,
    image_id: RecordId.parse(v7()),
    type: "generated" as const,
    state: "queued" as const,
    reason: null,
    prompt: form.prompt,
    ratio: form.ratio,
    resolution: form.resolution,
    model: form.model,
    tags: tidyTags(form.tag),
    source_id: form.sourceID ?? null,
    task_id: taskId,
    file_id: null,
    created_by: actor.accountId,
  }));
}

/** Changes an image's name or tags. Throws STALE_DATA and NOT_FOUND. */
export function editImage(db: Database, actor: Actor, form: EditImageForm): Promise<void> {
  if (!can(actor, "ad:aimedia:generate") && !can(actor, "ad:aimedia:upload")) throw new AppError("PERMISSION_DENIED");
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const [image] = await lockImages(tx, scope, [form.recordID]);
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
