import type { ConversationId } from "@homeroom/contract/ids";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { channelById, isChannelOpen, openChannel } from "../../channels/queries/channels.ts";
import { type Inbox, providerOf } from "../../inbox.ts";
import { ProviderFailure } from "../../port.ts";
import { isPassing } from "../../rules.ts";

/** Shows the customer that staff have read up to a message, and no further. Idempotent. */
export async function sendReadReceipt(inbox: Inbox, scope: Scope, conversationId: ConversationId): Promise<void> {
  const { db, secrets } = inbox.platform;
  const found = await inTransaction(db, scope, async (tx) => {
    const conversation = await findRow(tx, scope, "conversation", { conversation_id: conversationId });
    const last = await tx
      .selectFrom("message")
      .select(["channel_id", "provider_message_id", "details"])
      .where("organization_id", "=", scope.organizationId)
      .where("conversation_id", "=", conversationId)
      .where("direction", "=", "in")
      .where("kind", "<>", "system")
      .where("provider_message_id", "is not", null)
      .orderBy("position", "desc")
      .offset(conversation?.unread_count ?? 0)
      .limit(1)
      .executeTakeFirst();
    const channel = last && (await channelById(tx, scope.organizationId, last.channel_id));
    if (!last?.provider_message_id || !channel) return null;
    const { readToken } = last.details;
    return {
      channel,
      providerMessageId: last.provider_message_id,
      ...(typeof readToken === "string" && { readToken }),
    };
  });
  if (!found || !isChannelOpen(found.channel)) return;
  try {
    const { channel, providerMessageId, readToken } = found;
    await providerOf(inbox, channel.kind).markRead(openChannel(secrets, channel), providerMessageId, readToken);
  } catch (error) {
    // A refusal only means missing blue ticks; only temporary failures are worth a retry.
    if (!(error instanceof ProviderFailure) || isPassing(error.error.class)) throw error;
  }
}
