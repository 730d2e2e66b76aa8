import type { RecordId } from "@homeroom/contract/ids";
import { narrowPictures } from "#modules/files/public";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";

/**
 * Draws the pictures of a page's draft in the widths of screens, before it is published: drawing takes too long for a
 * transaction. A picture that the draft gets meanwhile is published without.
 */
export async function narrowPicturesOf(platform: Platform, scope: Scope, pageId: RecordId): Promise<void> {
  const page = await inTransaction(platform.db, scope, (tx) => findRow(tx, scope, "landing_page", { page_id: pageId }));
  await narrowPictures(platform, scope, page?.picture_ids ?? []);
}
