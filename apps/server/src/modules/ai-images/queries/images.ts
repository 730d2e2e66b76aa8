import type { ImageFilters } from "@homeroom/contract/ai-images";
import type { FileId, RecordId } from "@homeroom/contract/ids";
import type { PageRequest } from "@homeroom/contract/paging";
import type { ImageTaskTable } from "@homeroom/database/image-tables";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { containing } from "#platform/db/containing";
import { findRow, lockRow } from "#platform/db/find-row";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { newestFirst } from "#platform/paging/newest-first";
import type { Image } from "../rules.ts";

export type ImageTaskRow = Selectable<ImageTaskTable>;

export type ImagePage = ImageFilters & PageRequest;

/** A page of the images, the newest first. */
export async function listImages(
  tx: Tx,
  scope: Scope,
  page: ImagePage,
): Promise<{ images: Image[]; total: number; nextCursor: string | null }> {
  const { rows, ...found } = await newestFirst(matchingImages(tx, scope, page).selectAll(), page, "image_id");
  return { images: rows, ...found };
}

function matchingImages(tx: Tx, scope: Scope, filters: ImageFilters): SelectQueryBuilder<Schema, "ai_image", unknown> {
  let query = tx
    .selectFrom("ai_image")
    .where("organization_id", "=", scope.organizationId)
    .where("deleted_at", "is", null);
  if (filters.keywords) {
    const words = containing(filters.keywords);
    query = query.where(
      sql<boolean>`(name ilike ${words} or prompt ilike ${words} or array_to_string(tags, ' ') ilike ${words})`,
    );
  }
  if (filters.tag?.length) query = query.where(sql<boolean>`tags && ${sql.val([...filters.tag])}::text[]`);
  if (filters.type) query = query.where("type", "=", filters.type);
  if (filters.status) query = query.where("state", "=", filters.status);
  if (filters.ratio) query = query.where("ratio", "=", filters.ratio);
  if (filters.model) query = query.where("model", "=", filters.model);
  return query;
}

/** An image. Throws NOT_FOUND if it does not exist or was deleted. */
export async function loadImage(tx: Tx, scope: Scope, id: RecordId): Promise<Image> {
  const found = await selectImages(tx, scope, [id]).where("deleted_at", "is", null).executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}

/** The file of an image that is done. Throws NOT_FOUND for any other. */
export async function loadPicture(tx: Tx, scope: Scope, id: RecordId): Promise<Image & { file_id: FileId }> {
  const image = await loadImage(tx, scope, id);
  if (image.state !== "done" || image.file_id === null) throw new AppError("NOT_FOUND");
  return { ...image, file_id: image.file_id };
}

/** The images with these ids, deleted ones too, locked in the order of their ids until the transaction ends. */
export function lockImages(tx: Tx, scope: Scope, ids: readonly RecordId[]): Promise<Image[]> {
  return selectImages(tx, scope, ids).orderBy("image_id").forUpdate().execute();
}

function selectImages(tx: Tx, scope: Scope, ids: readonly RecordId[]) {
  return tx
    .selectFrom("ai_image")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("image_id", ids));
}

/** A task; `lock` keeps other processes from continuing it. */
export function findTask(tx: Tx, scope: Scope, id: RecordId, lock?: "lock"): Promise<ImageTaskRow | undefined> {
  return (lock ? lockRow : findRow)(tx, scope, "ai_image_task", { task_id: id });
}

/** The images of a task in the order of the request, deleted ones too. */
export function imagesOfTask(tx: Tx, scope: Scope, taskId: RecordId): Promise<Image[]> {
  return tx
    .selectFrom("ai_image")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("task_id", "=", taskId)
    .orderBy("image_id")
    .execute();
}

/** The files that were copied from an image. */
export async function copiesOf(tx: Tx, scope: Scope, imageId: RecordId): Promise<FileId[]> {
  const found = await tx
    .selectFrom("ai_image_copy")
    .select("file_id")
    .where("organization_id", "=", scope.organizationId)
    .where("image_id", "=", imageId)
    .execute();
  return found.map(({ file_id: id }) => id);
}

/** The tags of images, the most used first. */
export async function tagsOf(tx: Tx, scope: Scope): Promise<{ tag: string; count: number }[]> {
  const found = await sql<{ tag: string; count: number }>`
    select tag, count(*)::int as count from ai_image, unnest(tags) as tag
    where organization_id = ${scope.organizationId} and deleted_at is null
    group by tag order by count desc, tag limit 200`.execute(tx);
  return found.rows;
}
