import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import type { Conversation, Message } from "../../conversations/writes/change-conversation.ts";
import { messageQueued } from "../../events.ts";
import type { ProviderError } from "../../port.ts";
import { slowChannel } from "./apply-failure.ts";
import { settleMessage } from "./settle-message.ts";

/** Uploads a file that the provider could not use again. */
const mediaReasons: readonly ProviderError["reason"][] = ["mediaUnreadable", "mediaRejected"];

/**
 * Puts a message of a locked conversation back for a later attempt, after a temporary failure. If the rate is exhausted, the rest
 * of the channel waits too. `providerMessageId`: the provider's id of the failed attempt, if it had one.
 */
export async function queueAgain(
  tx: Tx,
  { conversation, message }: { conversation: Conversation; message: Message },
  failed: { error: ProviderError; attempts: number; retryAt: Date; providerMessageId?: string | null },
): Promise<void> {
  const { error, attempts, retryAt, providerMessageId = message.provider_message_id } = failed;
  const change = {
    state: "queued" as const,
    attempts,
    next_attempt_at: retryAt,
    provider_message_id: providerMessageId,
    ...(mediaReasons.includes(error.reason) && { provider_media_id: null }),
  };
  await settleMessage(tx, conversation, { message, change, error });
  await slowChannel(tx, message, error);
  await emit(tx, messageQueued, queuedAgain(conversation, retryAt));
}

/** The event that triggers sending of a conversation's waiting messages, not before a given time. */
export function queuedAgain(conversation: Conversation, notBefore: Date | null) {
  return {
    organizationId: conversation.organization_id,
    aggregateId: conversation.conversation_id,
    payload: { conversationId: conversation.conversation_id, notBefore: notBefore?.toISOString() ?? null },
  };
}
