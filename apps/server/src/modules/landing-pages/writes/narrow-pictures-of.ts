import type { RecordId } from "@homeroom/contract/ids";
import { narrowPictures } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";

/**
 * Draws the pictures of a page's draft in the widths of screens, before it is published: drawing takes too long for a
 * transaction. A picture that the draft gets meanwhile is published without.
 */
export async function narrowPicturesOf(platform: Platform, scope: Scope, pageId: RecordId): Promise<void> {
  const page = await inTransaction(platform.db, scope, (tx) =>
    tx
      .selectFrom("landing_page")
      .select("picture_ids")
      .where("organization_id", "=", scope.organizationId)
      .where("page_id", "=", pageId)
      .executeTakeFirst(),
  );
  await narrowPictures(platform, scope, page?.picture_ids ?? []);
}
