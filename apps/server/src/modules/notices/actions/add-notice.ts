import { RecordId } from "@homeroom/contract/ids";
import { type AddNoticeForm, notices } from "@homeroom/contract/notices";
import { v7 } from "uuid";
import { type Actor, requireAccess, requirePermission } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { loadNotice } from "../queries/notices.ts";
import { auditNotice } from "./audit-notice.ts";
import { columnsOf } from "./check-notice.ts";
import { publishLocked } from "./publish-notice.ts";

/**
 * Creates a notice, published at once if the form says so. A repeated proposed id returns the notice that
 * was created first.
 */
export function addNotice(db: Database, actor: Actor, form: AddNoticeForm): Promise<{ recordID: RecordId }> {
  requireAccess(actor, notices.add);
  if (form.publish) requirePermission(actor, "sys:notice:publish");
  const scope = sharedScope(actor);
  const recordID = form.recordID ?? RecordId.parse(v7());
  return refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, async (tx) => {
      const columns = await columnsOf(tx, scope, { actor, form });
      const made = await tx
        .insertInto("notice")
        .values({
          ...columns,
          organization_id: scope.organizationId,
          notice_id: recordID,
          published_by: null,
          revoked_by: null,
          created_by: actor.accountId,
          updated_by: actor.accountId,
        })
        .onConflict((conflict) => conflict.columns(["organization_id", "notice_id"]).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!made) {
        const { created_by } = await loadNotice(tx, scope, recordID);
        if (created_by !== actor.accountId)
          throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "recordID", name: "FIELD_INVALID" }] });
        return { recordID };
      }
      await auditNotice(tx, actor, "created", { after: made });
      if (form.publish) await publishLocked(tx, scope, actor, made);
      return { recordID };
    }),
  );
}
