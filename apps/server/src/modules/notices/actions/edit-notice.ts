import type { FileId } from "@homeroom/contract/ids";
import { type EditNoticeForm, notices } from "@homeroom/contract/notices";
import { withSent } from "@homeroom/contract/some-fields";
import { sql } from "kysely";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { loadNotice, type Notice } from "../queries/notices.ts";
import { isPublished } from "../rules/content.ts";
import { auditNotice } from "./audit-notice.ts";
import { columnsOf } from "./check-notice.ts";
import { publishLocked } from "./publish-notice.ts";

/**
 * Changes a draft or a revoked notice; what was not sent stays. Throws STALE_DATA when someone saved since `version`, NOTICE_PUBLISHED for one that
 * is published: text that people have read must not change. Returns the files that it no longer shows.
 */
export function editNotice(db: Database, actor: Actor, sent: EditNoticeForm): Promise<FileId[]> {
  requireAccess(actor, notices.edit);
  if (sent.publish) requirePermission(actor, "sys:notice:publish");
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const before = await loadNotice(tx, scope, sent.id, "lock");
    requireVersion(before, sent.version);
    if (isPublished(before)) throw new AppError("NOTICE_PUBLISHED");
    const form = withSent(formOf(before), sent);
    const after = await tx
      .updateTable("notice")
      .set({
        ...(await columnsOf(tx, scope, { actor, form, before })),
        version: before.version + 1,
        updated_at: sql<Date>`now()`,
        updated_by: actor.accountId,
      })
      .where("organization_id", "=", scope.organizationId)
      .where("notice_id", "=", before.notice_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await auditNotice(tx, actor, "edited", { before, after });
    if (sent.publish) await publishLocked(tx, scope, actor, after);
    const old = before.image_file_id;
    return old !== null && old !== after.image_file_id ? [old] : [];
  });
}

function formOf(notice: Notice) {
  const { title, content, type, level, target_type: targetType, target_ids: targetIds } = notice;
  return { title, content, type, level, targetType, targetIds, imageFileID: notice.image_file_id };
}
