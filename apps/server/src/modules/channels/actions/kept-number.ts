import type { ChannelId } from "@homeroom/contract/ids";
import { type ChannelAccess, channelsInScope, openChannel } from "#modules/inbox/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { SecretBox } from "#platform/secrets/secret-box";

/** A WhatsApp number that the scope reaches, its secrets opened. Throws NOT_FOUND for any other. */
export async function keptNumber(
  tx: Tx,
  secrets: SecretBox,
  { scope, channelId }: { scope: Scope; channelId: ChannelId },
): Promise<ChannelAccess> {
  const channel = (await channelsInScope(tx, scope, "whatsapp")).find((one) => one.channel_id === channelId);
  if (!channel) throw new AppError("NOT_FOUND");
  return openChannel(secrets, channel);
}
