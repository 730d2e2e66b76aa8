import type { ChannelId } from "@homeroom/contract/ids";
import { type ChannelAccess, channelsInScope, openChannel } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { requireVersion } from "#platform/db/version";
import { AppError } from "#platform/errors/app-error";
import type { SecretBox } from "#platform/secrets/secret-box";

/**
 * A WhatsApp number within the scope, its secrets decrypted. Throws NOT_FOUND for any other, and STALE_DATA when a
 * version is given that is not the saved one.
 */
export async function keptNumber(
  tx: Tx,
  secrets: SecretBox,
  { scope, channelId, version }: { scope: Scope; channelId: ChannelId; version?: number | undefined },
): Promise<ChannelAccess> {
  const channel = (await channelsInScope(tx, scope, "whatsapp")).find((one) => one.channel_id === channelId);
  if (!channel) throw new AppError("NOT_FOUND");
  requireVersion(channel, version);
  return openChannel(secrets, channel);
}
