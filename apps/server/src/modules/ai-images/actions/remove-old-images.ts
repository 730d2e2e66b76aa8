import type { FileId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { removeFilesByIds } from "#modules/files/public";
import { organizationScope } from "#platform/db/scope";
import { inSystemTransaction, inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { restorableDays } from "../rules.ts";

const atOnce = 100;

interface OldImage {
  organizationId: OrganizationId;
  imageId: RecordId;
  fileId: FileId | null;
}

/**
 * Removes up to 100 images that can no longer be restored, their bytes first. Copies that are used elsewhere stay.
 * Returns whether there may be more.
 */
export async function removeOldImages(platform: Platform): Promise<boolean> {
  const old = await inSystemTransaction(platform.db, (tx) =>
    sql<OldImage>`
      select organization_id as "organizationId", image_id as "imageId", file_id as "fileId" from ai_image
      where deleted_at < now() - make_interval(days => ${restorableDays}, hours => 1) order by deleted_at limit ${atOnce}`.execute(
      tx,
    ),
  );
  for (const { organizationId, imageId, fileId } of old.rows) {
    const scope = organizationScope(organizationId);
    if (fileId) await removeFilesByIds(platform, scope, [fileId]);
    await inTransaction(platform.db, scope, (tx) =>
      tx
        .deleteFrom("ai_image")
        .where("organization_id", "=", organizationId)
        .where("image_id", "=", imageId)
        .where("deleted_at", "is not", null)
        .execute(),
    );
  }
  return old.rows.length === atOnce;
}
