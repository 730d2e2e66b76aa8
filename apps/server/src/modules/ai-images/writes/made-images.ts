import type { ImageFailure } from "@homeroom/contract/ai-images";
import type { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { StoredFile } from "#modules/files/public";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { findTask } from "../queries/images.ts";
import type { Image } from "../rules.ts";
import { countBytes, releaseImages } from "./allowance.ts";

/** After this time, longer than any job, the worker that requested an image counts as dead. */
const lostAfter = sql`interval '3 minutes'`;

/** Claims the unclaimed images of a task. One that was lost too often fails. */
export async function claimImages(
  tx: Tx,
  scope: Scope,
  { taskId, attempts }: { taskId: RecordId; attempts: number },
): Promise<Image[]> {
  const free = sql`organization_id = ${scope.organizationId} and task_id = ${taskId} and state = 'queued'
    and (asked_at is null or asked_at < now() - ${lostAfter})`;
  const lost = await sql<Image>`select * from ai_image where ${free} and attempts >= ${attempts}`.execute(tx);
  for (const { image_id: imageId } of lost.rows) {
    // oxlint-disable-next-line no-await-in-loop -- at most four
    await failImages(tx, scope, { taskId, imageId, reason: "noAnswer" });
  }
  const claimed = await sql<Image>`
    update ai_image set asked_at = now(), attempts = attempts + 1 where ${free} returning *`.execute(tx);
  return claimed.rows;
}

/** Releases the claim of an image: after `waitMs` it is free, as if its worker had died. */
export async function releaseImage(
  tx: Tx,
  scope: Scope,
  { imageId, waitMs }: { imageId: RecordId; waitMs: number },
): Promise<void> {
  await tx
    .updateTable("ai_image")
    .set({ asked_at: sql<Date>`clock_timestamp() + ${waitMs} * interval '1 millisecond' - ${lostAfter}` })
    .where("organization_id", "=", scope.organizationId)
    .where("image_id", "=", imageId)
    .where("state", "=", "queued")
    .execute();
}

/** How long until one of a task's waiting images is free; 0: one is, or none waits. */
export async function msUntilFree(tx: Tx, scope: Scope, taskId: RecordId): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(coalesce(asked_at, 'epoch')) + ${lostAfter} - clock_timestamp()) * 1000)::float8 as ms
    from ai_image where organization_id = ${scope.organizationId} and task_id = ${taskId} and state = 'queued'`.execute(
    tx,
  );
  return Math.max(0, Math.ceil(rows[0]?.ms ?? 0));
}

/** Stores a drawn picture in its image. Returns false if another worker was faster. */
export async function storeImage(
  tx: Tx,
  scope: Scope,
  { image, drawn }: { image: Image; drawn: StoredFile },
): Promise<boolean> {
  const kept = await tx
    .updateTable("ai_image")
    .set({
      state: "done",
      file_id: drawn.file_id,
      width: drawn.width ?? 0,
      height: drawn.height ?? 0,
      size: drawn.size,
      content_type: drawn.content_type,
      updated_at: new Date(),
    })
    .where("organization_id", "=", scope.organizationId)
    .where("image_id", "=", image.image_id)
    .where("state", "=", "queued")
    .executeTakeFirst();
  if (kept.numUpdatedRows === 0n) return false;
  await countBytes(tx, scope, { bytes: drawn.size });
  return true;
}

/** Marks one image of a task, or all waiting ones, as failed and returns them to the month's allowance. */
export async function failImages(
  tx: Tx,
  scope: Scope,
  {
    taskId,
    imageId,
    reason,
    detail = "",
  }: { taskId: RecordId; imageId?: RecordId; reason: ImageFailure; detail?: string },
): Promise<void> {
  let failing = tx
    .updateTable("ai_image")
    .set({ state: "failed", reason, detail: detail.slice(0, 500), updated_at: new Date() })
    .where("organization_id", "=", scope.organizationId)
    .where("task_id", "=", taskId)
    .where("state", "=", "queued");
  if (imageId) failing = failing.where(isOneOf("image_id", [imageId]));
  const failed = await failing.executeTakeFirst();
  const task = await findTask(tx, scope, taskId);
  const count = Number(failed.numUpdatedRows);
  if (task && count > 0) await releaseImages(tx, scope, { count, month: task.month });
}

/** Ends a task once none of its images waits. */
export async function finishTask(tx: Tx, scope: Scope, taskId: RecordId): Promise<void> {
  await sql`
    update ai_image_task task set state = 'done', finished_at = now()
    where organization_id = ${scope.organizationId} and task_id = ${taskId} and state = 'running'
      and not exists (select from ai_image image where image.organization_id = task.organization_id
        and image.task_id = task.task_id and image.state = 'queued')`.execute(tx);
}
