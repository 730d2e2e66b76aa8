import type { ChannelId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { type Inbox, providerOf } from "../../inbox.ts";
import type { ProviderQuota } from "../../port.ts";
import { channelById, openChannel } from "../queries/channels.ts";

export interface KnownQuota extends ProviderQuota {
  at: Date;
}

/** LINE is asked at most once in this time. */
const goodForMs = 30_000;

/** Asks the provider for the channel's remaining quota of this month and stores it; null if the channel has no quota. */
export async function refreshQuota(inbox: Inbox, scope: Scope, channelId: ChannelId): Promise<KnownQuota | null> {
  const { db, secrets } = inbox.platform;
  const channel = await inTransaction(db, scope, (tx) => channelById(tx, scope.organizationId, channelId));
  const provider = channel && providerOf(inbox, channel.kind);
  if (!channel || !provider?.quota) return null;
  const { quota_at: at, quota_used: used, quota_limit: limit } = channel;
  if (at && used !== null && Date.now() - at.getTime() < goodForMs) return { limit, used, at };
  const quota = await provider.quota(openChannel(secrets, channel));
  const now = new Date();
  await inTransaction(db, scope, (tx) =>
    tx
      .updateTable("channel")
      .set({ quota_limit: quota.limit, quota_used: quota.used, quota_at: now })
      .where("organization_id", "=", scope.organizationId)
      .where("channel_id", "=", channelId)
      .execute(),
  );
  return { ...quota, at: now };
}
