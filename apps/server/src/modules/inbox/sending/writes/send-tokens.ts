import type { ChannelTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import { channelBucketOf, takeManyTokens } from "../../rules.ts";

type Channel = Selectable<ChannelTable>;

/** How long a broadcast lets tokens accumulate, so that its messages are sent in groups. */
const gatherForSeconds = 0.3;

/**
 * Takes tokens of a channel's rate for up to `most` messages of a broadcast, or returns how long to wait. They are spent
 * even if sending fails. Do not lock the channel for longer than this takes: people's messages need it too.
 */
export async function takeSendTokens(
  tx: Tx,
  { organization_id: organizationId, channel_id: channelId }: Channel,
  most: number,
): Promise<{ taken: number } | { waitMs: number }> {
  const { rows } = await sql<Channel & { now: Date }>`
    select *, clock_timestamp() as now from channel
    where organization_id = ${organizationId} and channel_id = ${channelId} for no key update`.execute(tx);
  const [channel] = rows;
  if (!channel) return { waitMs: 1000 };
  const { send_tokens: tokens, send_tokens_at: at, now } = channel;
  const bucket = channelBucketOf(channel);
  const least = Math.min(most, Math.max(1, Math.floor(bucket.perSecond * gatherForSeconds)));
  const outcome = takeManyTokens(bucket, { tokens, at }, { now, least, most });
  if ("waitMs" in outcome) return outcome;
  await sql`
    update channel set send_tokens = ${outcome.tokens}, send_tokens_at = ${now}
    where organization_id = ${organizationId} and channel_id = ${channelId}`.execute(tx);
  return { taken: outcome.taken };
}

/** Returns unused tokens. */
export async function giveTokensBack(
  tx: Tx,
  { organization_id: organizationId, channel_id: channelId }: Channel,
  count: number,
): Promise<void> {
  await sql`
    update channel set send_tokens = send_tokens + ${count}
    where organization_id = ${organizationId} and channel_id = ${channelId}`.execute(tx);
}
