import type { AuditAction } from "@homeroom/contract/audit";
import { recordChange } from "#modules/audit/public";
import type { Actor } from "#platform/auth/actor";
import type { Tx } from "#platform/db/transaction";
import type { Notice } from "../queries/notices.ts";

type AuditedNotice = Pick<Notice, "notice_id" | "title"> &
  Partial<Pick<Notice, "content" | "type" | "level" | "target_type" | "target_ids" | "image_file_id">>;

/** Writes into the audit log what was done to a notice. */
export function auditNotice(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  notice: { before?: AuditedNotice; after?: AuditedNotice },
): Promise<void> {
  const { before, after } = notice;
  const about = after ?? before;
  if (!about) throw new Error("A change has a notice before or after it");
  return recordChange(tx, actor, {
    module: "notice",
    action,
    subject: { type: "notice", id: about.notice_id, name: about.title },
    ...(before && { before: factsOf(before) }),
    ...(after && { after: factsOf(after) }),
  });
}

function factsOf({
  title,
  content,
  type,
  level,
  target_type: targetType,
  target_ids: targetIds,
  image_file_id: imageFileID,
}: AuditedNotice): Record<string, unknown> {
  return { title, content, type, level, targetType, targetIds, imageFileID };
}
