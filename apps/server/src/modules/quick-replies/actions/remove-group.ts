import type { RecordId } from "@homeroom/contract/ids";
import { quickReplies } from "@homeroom/contract/quick-replies";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { groupsOf } from "../queries.ts";
import { lockReplies } from "./lock-replies.ts";

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
