import type { ChannelId, OrganizationId } from "@homeroom/contract/ids";
import type { Tx } from "#platform/db/transaction";

/** Notes that nothing more can be sent through a channel, and why, until its settings are put right. */
export async function stopChannel(
  tx: Tx,
  channel: { organizationId: OrganizationId; channelId: ChannelId },
  reason: string,
): Promise<void> {
  await tx
    .updateTable("channel")
    .set({ stopped_at: new Date(), stopped_reason: reason })
    .where("organization_id", "=", channel.organizationId)
    .where("channel_id", "=", channel.channelId)
    .where("stopped_at", "is", null)
    .execute();
}
