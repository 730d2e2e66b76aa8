import type { ChannelId, OrganizationId } from "@homeroom/contract/ids";
import { colleaguesWhoMay } from "#modules/accounts/public";
import { organizationScope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { channelStopped } from "../../events.ts";

/**
 * Stops sending through a channel until its settings are corrected, and stores why. Everyone who can correct them at
 * its branch is notified once.
 */
export async function stopChannel(
  tx: Tx,
  channel: { organizationId: OrganizationId; channelId: ChannelId },
  reason: string,
): Promise<void> {
  const at = new Date();
  const stopped = await tx
    .updateTable("channel")
    .set({ stopped_at: at, stopped_reason: reason })
    .where("organization_id", "=", channel.organizationId)
    .where("channel_id", "=", channel.channelId)
    .where("stopped_at", "is", null)
    .returning(["branch_id", "kind", "name"])
    .executeTakeFirst();
  if (!stopped) return;
  const { branch_id: branchId, kind, name } = stopped;
  const permission = `org:${kind}:edit` as const;
  const people = await colleaguesWhoMay(tx, organizationScope(channel.organizationId), { permission, branchId });
  await emit(tx, channelStopped, {
    organizationId: channel.organizationId,
    aggregateId: channel.channelId,
    payload: { channelId: channel.channelId, kind, name, at: at.toISOString(), people },
  });
}
