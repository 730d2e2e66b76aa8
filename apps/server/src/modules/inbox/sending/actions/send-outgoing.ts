import type { Scope } from "#platform/db/scope";
import { type InboundChannel, openChannel } from "../../channels/queries/channels.ts";
import { type Inbox, providerOf } from "../../inbox.ts";
import { ProviderFailure } from "../../port.ts";
import type { Claim, Outgoing } from "../writes/claim-message.ts";
import { outboundMessage } from "../writes/outbound-message.ts";
import { countOfQuota, putBack, recordAccepted, recordFailure, recordUnsure } from "../writes/record-attempt.ts";

/** Sends a claimed message to its provider, and stores the outcome. */
export async function send(inbox: Inbox, scope: Scope, outgoing: Outgoing): Promise<void> {
  const { db, secrets } = inbox.platform;
  const { message, channel } = outgoing;
  try {
    const provider = providerOf(inbox, channel.kind);
    const sent = await provider.send(openChannel(secrets, channel), await outboundMessage(inbox, outgoing));
    await recordAccepted(db, scope, { message, channel: inboundChannel(channel), sent });
    if (provider.quota) await countOfQuota(db, scope, inboundChannel(channel));
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    await recordFailed(inbox, scope, { message, channel, failure: error });
  }
}

export function inboundChannel(channel: Outgoing["channel"]): InboundChannel {
  return {
    organizationId: channel.organization_id,
    channelId: channel.channel_id,
    branchId: channel.branch_id,
    kind: channel.kind,
  };
}

type ReplyClaim = Extract<Claim, { kind: "reply" }>;

/**
 * Sends messages to their provider as the answer to an event. If that is no longer possible, or one of them makes it
 * fail, nothing was sent: they are put back, to be sent one by one.
 */
export async function replyTogether(inbox: Inbox, scope: Scope, claim: ReplyClaim): Promise<void> {
  const { messages, token, contact, channel } = claim;
  const { db, secrets } = inbox.platform;
  const provider = providerOf(inbox, channel.kind);
  if (!provider.reply) return putBack(db, scope, messages);
  try {
    const outgoing = [];
    for (const message of messages) outgoing.push(await outboundMessage(inbox, { message, contact, channel }));
    const answer = await provider.reply(openChannel(secrets, channel), { token, messages: outgoing });
    if (answer === "spent") return await putBack(db, scope, messages);
    for (const [index, message] of messages.entries()) {
      const sent = answer[index] ?? { providerMessageId: message.message_id };
      await recordAccepted(db, scope, { message, channel: inboundChannel(channel), sent });
    }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    const isOneMessages = error.error.class === "permanent" && error.error.stops === "message";
    if (isOneMessages && !error.unsure) return putBack(db, scope, messages);
    for (const message of messages) await recordFailed(inbox, scope, { message, channel, failure: error });
  }
}

export async function recordFailed(
  { platform }: Inbox,
  scope: Scope,
  { message, channel, failure }: Pick<Outgoing, "message" | "channel"> & { failure: ProviderFailure },
): Promise<void> {
  const { error, unsure } = failure;
  if (unsure) await recordUnsure(platform.db, scope, { messageId: message.message_id, error });
  else await recordFailure(platform.db, scope, { message, channel, error, attempts: message.attempts });
}
