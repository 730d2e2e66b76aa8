import type { FileId, RecordId } from "@homeroom/contract/ids";
import { notices } from "@homeroom/contract/notices";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { loadNotice } from "../queries/notices.ts";
import { isPublished } from "../rules/content.ts";
import { auditNotice } from "./audit-notice.ts";

/** Deletes notices, all or none. Throws NOTICE_PUBLISHED when one of them is out: it is revoked first. Answers the files that they showed. */
export function deleteNotices(db: Database, actor: Actor, ids: readonly RecordId[]): Promise<FileId[]> {
  requireAccess(actor, notices.remove);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const shown: FileId[] = [];
    // In the order of their ids, so that two who delete the same ones do not wait for one another.
    for (const id of [...new Set(ids)].sort()) {
      const notice = await loadNotice(tx, scope, id, "lock");
      if (isPublished(notice)) throw new AppError("NOTICE_PUBLISHED");
      if (notice.image_file_id) shown.push(notice.image_file_id);
      await auditNotice(tx, actor, "deleted", { before: notice });
    }
    await tx
      .deleteFrom("notice")
      .where("organization_id", "=", scope.organizationId)
      .where("notice_id", "in", [...ids])
      .execute();
    return shown;
  });
}
