import type { ChannelId } from "@homeroom/contract/ids";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** Lets a stopped channel send again. What failed meanwhile stays failed, for people to send again or not. */
export function resumeChannel(db: Database, actor: Actor, channelId: ChannelId): Promise<void> {
  requirePermission(actor, "org:whatsapp:edit");
  const scope = scopeOf(actor, "org:whatsapp:edit");
  return inTransaction(db, scope, async (tx) => {
    const resumed = await tx
      .updateTable("channel")
      .set({ stopped_at: null, stopped_reason: null })
      .where("organization_id", "=", scope.organizationId)
      .where("channel_id", "=", channelId)
      .$if(scope.branchIds !== null, (query) => query.where("branch_id", "in", [...(scope.branchIds ?? [])]))
      .executeTakeFirst();
    if (resumed.numUpdatedRows === 0n) throw new AppError("NOT_FOUND");
  });
}
