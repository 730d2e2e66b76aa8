import type { RecordId } from "@homeroom/contract/ids";
import { notices } from "@homeroom/contract/notices";
import { sql } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { noticeRevoked } from "../events.ts";
import { loadNotice } from "../queries/notices.ts";
import { recipientsOf } from "../queries/recipients.ts";
import { isPublished } from "../rules/content.ts";
import { auditNotice } from "./audit-notice.ts";

/** Takes a published notice back; it is gone wherever it is shown. Throws NOTICE_NOT_PUBLISHED, or STALE_DATA. */
export function revokeNotice(
  db: Database,
  actor: Actor,
  of: { id: RecordId; version?: number | undefined },
): Promise<void> {
  requireAccess(actor, notices.revoke);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const notice = await loadNotice(tx, scope, of.id, "lock");
    if (!isPublished(notice)) throw new AppError("NOTICE_NOT_PUBLISHED");
    requireVersion(notice, of.version);
    const version = notice.version + 1;
    await tx
      .updateTable("notice")
      .set({
        revoked_at: sql<Date>`now()`,
        revoked_by: actor.accountId,
        version,
        updated_at: sql<Date>`now()`,
        updated_by: actor.accountId,
      })
      .where("organization_id", "=", scope.organizationId)
      .where("notice_id", "=", of.id)
      .execute();
    await auditNotice(tx, actor, "revoked", { after: { notice_id: notice.notice_id, title: notice.title } });
    await emit(tx, noticeRevoked, {
      organizationId: scope.organizationId,
      aggregateId: of.id,
      payload: { noticeId: of.id, version, accountIds: await recipientsOf(tx, scope, notice) },
    });
  });
}
