import type { ImageUse } from "@homeroom/contract/ai-images";
import type { FileId } from "@homeroom/contract/ids";
import { type Actor, can } from "#platform/auth/actor";
import { isOneOf } from "#platform/db/is-one-of";
import type { Tx } from "#platform/db/transaction";

/** The notices that show one of these files, by their titles. */
export async function picturesOfNotices(tx: Tx, actor: Actor, fileIds: readonly FileId[]): Promise<ImageUse[]> {
  if (!can(actor, "sys:notice:query") || fileIds.length === 0) return [];
  const found = await tx
    .selectFrom("notice")
    .select(["notice_id as recordID", "title as name"])
    .where("organization_id", "=", actor.organizationId)
    .where(isOneOf("image_file_id", fileIds))
    .orderBy("title")
    .orderBy("notice_id")
    .limit(100)
    .execute();
  return found.map((use) => ({ place: "notice", ...use }));
}
