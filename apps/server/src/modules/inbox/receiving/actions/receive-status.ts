import { MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import { messageByProviderId } from "../../conversations/queries/message-rows.ts";
import { lockConversation, type Message } from "../../conversations/writes/change-conversation.ts";
import type { InboundStatus, ProviderError } from "../../port.ts";
import { afterFailure, afterStatus, pausesPlan } from "../../rules.ts";
import { applyFailure, lockWhatItStops } from "../../sending/writes/apply-failure.ts";
import { lockProviderId } from "../../sending/writes/lock-provider-id.ts";
import { queueAgain } from "../../sending/writes/queue-again.ts";
import { receiveReactionStatus } from "../../sending/writes/refuse-reaction.ts";
import { settleMessage } from "../../sending/writes/settle-message.ts";
import { storeEarlyEvent } from "../writes/early-events.ts";

/**
 * The status of a message that we sent, found by the provider's id, or by our own if sending was interrupted before the
 * provider's id arrived. A status that matches neither is stored until its message is recorded.
 */
export async function receiveStatus(tx: Tx, channel: InboundChannel, status: InboundStatus): Promise<void> {
  await lockProviderId(tx, channel.channelId, status.providerMessageId);
  const found = await messageOf(tx, channel, status);
  if (!found) {
    if (await receiveReactionStatus(tx, channel, status)) return;
    return storeEarlyEvent(tx, channel, { key: status.providerMessageId, event: status });
  }
  if (status.error) await lockWhatItStops(tx, found, status.error);
  const conversation = await lockConversation(tx, channel.organizationId, { conversationId: found.conversation_id });
  const message = await messageOf(tx, channel, status);
  // Two leads were merged while we waited for the lock: the message is now in another conversation.
  if (message && message.conversation_id !== found.conversation_id) return receiveStatus(tx, channel, status);
  if (!conversation || message?.direction !== "out") return;
  const before = { state: message.state, providerMessageId: message.provider_message_id };
  const after = afterStatus(before, { id: status.providerMessageId, status: status.status });
  if (!after) return;
  const isHeldBack = after.state === "failed" && status.error !== undefined && pausesPlan(message, status.error);
  if (after.state === "failed" && status.error && !isHeldBack) {
    const retryAt = await nextTry(tx, message, status.error);
    const { error } = status;
    const { attempts } = message;
    const { providerMessageId } = after;
    if (retryAt) return queueAgain(tx, { conversation, message }, { error, attempts, retryAt, providerMessageId });
  }
  await settleMessage(tx, conversation, {
    message,
    change: {
      state: isHeldBack ? "cancelled" : after.state,
      provider_message_id: after.providerMessageId,
      ...(status.pricing && { pricing: JSON.stringify(status.pricing) }),
    },
    ...(after.state === "failed" && status.error && { error: status.error }),
  });
  if (after.state === "failed" && status.error) await applyFailure(tx, { conversation, message }, status.error);
}

/**
 * When to retry a message that the provider accepted and then lost to a temporary failure; null: not at
 * all. It is not retried if we have sent something later, which the customer would read first: then a person decides.
 */
async function nextTry(tx: Tx, message: Message, error: ProviderError): Promise<Date | null> {
  // Sent in the provider's own app; staff can resend it there.
  if (message.details["fromPhone"]) return null;
  const next = afterFailure(error, message.attempts, new Date());
  if (next === "failed") return null;
  const after = await sql`
    select from message
    where organization_id = ${message.organization_id} and conversation_id = ${message.conversation_id}
      and position > ${message.position} and direction = 'out' and kind <> 'note' and state not in ('queued', 'cancelled')
    limit 1`.execute(tx);
  return after.rows.length === 0 ? next.retryAt : null;
}

async function messageOf(tx: Tx, channel: InboundChannel, status: InboundStatus): Promise<Message | undefined> {
  const byProvider = await messageByProviderId(tx, channel, status.providerMessageId);
  const ourId = MessageId.safeParse(status.ourId);
  if (byProvider || !ourId.success) return byProvider;
  return tx
    .selectFrom("message")
    .selectAll()
    .where("organization_id", "=", channel.organizationId)
    .where("channel_id", "=", channel.channelId)
    .where("message_id", "=", ourId.data)
    .executeTakeFirst();
}
