import type { FileId, RecordId } from "@homeroom/contract/ids";
import { quickReplies } from "@homeroom/contract/quick-replies";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { groupsOf } from "../queries.ts";
import { lockReplies } from "./lock-replies.ts";

/** Removes replies. Returns the files to remove with them. Throws NOT_FOUND if one of them does not exist. */
export function removeReplies(db: Database, actor: Actor, ids: readonly RecordId[]): Promise<FileId[]> {
  requireAccess(actor, quickReplies.deleteMessages);
  const scope = sharedScope(actor);
  const wanted = [...new Set(ids)];
  return inTransaction(db, scope, async (tx) => {
    const removed = await tx
      .deleteFrom("reply_message")
      .where("organization_id", "=", scope.organizationId)
      .where("reply_id", "in", wanted)
      .returning(["reply_id", "content", "image_id", "file_id"])
      .execute();
    if (removed.length < wanted.length) throw new AppError("NOT_FOUND");
    for (const { reply_id: id, content } of removed) {
      const subject = { type: "quickReply", id, name: content.slice(0, 40).toWellFormed() };
      await recordChange(tx, actor, { module: "chat", action: "deleted", subject, before: { content } });
    }
    return removed.flatMap((row) => [row.image_id, row.file_id].filter((id) => id !== null));
  });
}

/** Removes a group that has no replies. Throws REPLY_GROUP_NOT_EMPTY. */
export function removeGroup(db: Database, actor: Actor, groupId: RecordId): Promise<void> {
  requireAccess(actor, quickReplies.deleteGroup);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    await lockReplies(tx, scope);
    const group = (await groupsOf(tx, scope)).find((one) => one.recordID === groupId);
    if (!group) throw new AppError("NOT_FOUND");
    if (group.count > 0) throw new AppError("REPLY_GROUP_NOT_EMPTY");
    await tx
      .deleteFrom("reply_group")
      .where("organization_id", "=", scope.organizationId)
      .where("group_id", "=", groupId)
      .execute();
    const subject = { type: "replyGroup", id: groupId, name: group.name };
    await recordChange(tx, actor, { module: "chat", action: "deleted", subject, before: { name: group.name } });
  });
}
