import type { FileId, RecordId } from "@homeroom/contract/ids";
import { notices } from "@homeroom/contract/notices";
import { sql } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { noticePublished, noticeRevoked } from "../events.ts";
import { loadNotice, type Notice } from "../queries/notices.ts";
import { recipientsOf } from "../queries/recipients.ts";
import { isPublished } from "../rules/content.ts";
import { auditNotice } from "./audit-notice.ts";
import { markAsRead } from "./read-notices.ts";

/**
 * Publishes a draft or a revoked notice. Throws NOTICE_PUBLISHED if it is published, STALE_DATA if it
 * has changed.
 */
export function publishNotice(
  db: Database,
  actor: Actor,
  of: { id: RecordId; version?: number | undefined },
): Promise<void> {
  requireAccess(actor, notices.publish);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const notice = await loadNotice(tx, scope, of.id, "lock");
    if (isPublished(notice)) throw new AppError("NOTICE_PUBLISHED");
    requireVersion(notice, of.version);
    await publishLocked(tx, scope, actor, notice);
  });
}

/** Publishes a locked notice and notifies its recipients. Its publisher counts as having read it. */
export async function publishLocked(tx: Tx, scope: Scope, actor: Actor, notice: Notice): Promise<void> {
  const version = notice.version + 1;
  await tx
    .updateTable("notice")
    .set({
      published_at: sql<Date>`now()`,
      published_by: actor.accountId,
      revoked_at: null,
      revoked_by: null,
      version,
      updated_at: sql<Date>`now()`,
      updated_by: actor.accountId,
    })
    .where("organization_id", "=", scope.organizationId)
    .where("notice_id", "=", notice.notice_id)
    .execute();
  await markAsRead(tx, scope, actor.accountId, [notice.notice_id]);
  await auditNotice(tx, actor, "published", { after: { notice_id: notice.notice_id, title: notice.title } });
  await emit(tx, noticePublished, {
    organizationId: scope.organizationId,
    aggregateId: notice.notice_id,
    payload: { noticeId: notice.notice_id, version, accountIds: await recipientsOf(tx, scope, notice) },
  });
}

/** Revokes a published notice, which disappears from all screens. Throws NOTICE_NOT_PUBLISHED, or STALE_DATA. */
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

/** Deletes notices, all or none. Throws NOTICE_PUBLISHED for a published one: revoke it first. Returns their files. */
export function deleteNotices(db: Database, actor: Actor, ids: readonly RecordId[]): Promise<FileId[]> {
  requireAccess(actor, notices.remove);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    const shown: FileId[] = [];
    // In the order of their ids, so that two deletions of the same ones cannot deadlock.
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
