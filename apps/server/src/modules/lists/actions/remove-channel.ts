import type { RecordId } from "@homeroom/contract/ids";
import { media } from "@homeroom/contract/media";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { sharedScope } from "#platform/auth/scopes";
import { lockRow } from "#platform/db/find-row";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emitChoicesChanged } from "../events.ts";
import type { ListUses, OtherUses } from "../port.ts";
import { lockList } from "./lock-list.ts";

/**
 * Removes a lead channel. Throws CHANNEL_PRIMARY_HAS_SECONDARY, CHANNEL_SECONDARY_HAS_LEADS, or SETTING_ITEM_IN_USE for a
 * default channel, a primary one that has leads, and one that something else uses.
 */
export function removeChannel(
  db: Database,
  { uses, others }: { uses: ListUses; others: readonly OtherUses[] },
  actor: Actor,
  channelId: RecordId,
): Promise<void> {
  requireAccess(actor, media.removeChannel);
  const scope = sharedScope(actor);
  return inTransaction(db, scope, async (tx) => {
    await lockList(tx, scope, "channels");
    const channel = await lockRow(tx, scope, "lead_channel", { lead_channel_id: channelId });
    if (!channel) throw new AppError("NOT_FOUND");
    if (channel.code !== null) throw new AppError("SETTING_ITEM_IN_USE");
    const below = await tx
      .selectFrom("lead_channel")
      .select("lead_channel_id")
      .where("organization_id", "=", scope.organizationId)
      .where("parent_id", "=", channelId)
      .limit(1)
      .execute();
    if (below.length > 0) throw new AppError("CHANNEL_PRIMARY_HAS_SECONDARY");
    if (await uses.isChannelUsed(tx, scope, channelId))
      throw new AppError(channel.parent_id ? "CHANNEL_SECONDARY_HAS_LEADS" : "SETTING_ITEM_IN_USE");
    for (const other of others)
      if (await other.isChannelUsed?.(tx, scope, channelId)) throw new AppError("SETTING_ITEM_IN_USE");
    await tx
      .deleteFrom("lead_channel")
      .where("organization_id", "=", scope.organizationId)
      .where("lead_channel_id", "=", channelId)
      .execute();
    await emitChoicesChanged(tx, scope, "channels");
    await recordChange(tx, actor, {
      module: "list",
      action: "deleted",
      subject: { type: "leadChannel", id: channelId, name: channel.name },
      before: { name: channel.name, parentID: channel.parent_id },
    });
  });
}
