import type { MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { channelById, type InboundChannel } from "../../channels/queries/channels.ts";
import {
  type Conversation,
  changeMessage,
  lockConversation,
  lockConversationOf,
  type Message,
} from "../../conversations/writes/change-conversation.ts";
import { messageQueued } from "../../events.ts";
import type { ProviderError, SentMessage } from "../../port.ts";
import { applyEarlyEvents } from "../../receiving/writes/apply-early-events.ts";
import { afterFailure, maxSendAttempts, pausesPlan } from "../../rules.ts";
import { applyFailure, lockWhatItStops } from "./apply-failure.ts";
import type { Outgoing } from "./claim-message.ts";
import { lockProviderId } from "./lock-provider-id.ts";
import { queueAgain, queuedAgain } from "./queue-again.ts";
import { settleMessage } from "./settle-message.ts";

/**
 * Adds one message to this month's used quota, until LINE is asked again. In a separate transaction, because the
 * channel's row must be locked before the conversation's.
 */
export async function countOfQuota(db: Database, scope: Scope, { channelId }: Pick<InboundChannel, "channelId">) {
  await inTransaction(db, scope, (tx) =>
    tx
      .updateTable("channel")
      .set({ quota_used: sql`quota_used + 1` })
      .where("organization_id", "=", scope.organizationId)
      .where("channel_id", "=", channelId)
      .where("quota_used", "is not", null)
      .execute(),
  );
}

/** The provider has accepted the message. A status may have reported that already. */
export function recordAccepted(
  db: Database,
  scope: Scope,
  accepted: { message: Message; channel: InboundChannel; sent: SentMessage },
): Promise<void> {
  const { message, channel, sent } = accepted;
  const { providerMessageId, quoteToken } = sent;
  return inTransaction(db, scope, async (tx) => {
    await lockProviderId(tx, message.channel_id, providerMessageId);
    const locked = await lockMessage(tx, scope, message.message_id);
    // A status knows more: about this attempt, or that an earlier one has arrived after all.
    if (!locked || ["failed", "delivered", "read"].includes(locked.message.state)) return;
    if (locked.message.provider_message_id === providerMessageId) return;
    const change = {
      state: "accepted" as const,
      provider_message_id: providerMessageId,
      ...(quoteToken !== undefined && { details: JSON.stringify({ ...locked.message.details, quoteToken }) }),
    };
    await settleMessage(tx, locked.conversation, { message: locked.message, change });
    await applyEarlyEvents(tx, channel, providerMessageId);
  });
}

/**
 * The provider did not accept the message or its file. A temporary failure puts it back for a later
 * attempt, a final one fails it, and a limit that pauses its plan cancels it. Effects on the channel and contact are stored.
 * A refusal of keys that were replaced during the call does not count: the message is sent with the new ones.
 * `channel`: as used for the call.
 */
export function recordFailure(
  db: Database,
  scope: Scope,
  failed: { message: Message; error: ProviderError; attempts: number; channel: Outgoing["channel"] },
): Promise<void> {
  const { error, attempts, channel } = failed;
  return inTransaction(db, scope, async (tx) => {
    await lockWhatItStops(tx, failed.message, error);
    const locked = await lockMessage(tx, scope, failed.message.message_id);
    // Settled meanwhile by a status, which takes precedence.
    if (!locked || !["queued", "sending"].includes(locked.message.state)) return;
    const { conversation, message } = locked;
    if (pausesPlan(message, error))
      return settleMessage(tx, conversation, { message, change: { state: "cancelled", attempts }, error });
    if (error.class === "reauthorise" && attempts < maxSendAttempts && (await hasNewKeys(tx, channel)))
      return queueAgain(tx, locked, { error, attempts, retryAt: new Date() });
    const next = afterFailure(error, attempts, new Date());
    if (next === "failed") {
      await settleMessage(tx, conversation, { message, change: { state: "failed", attempts }, error });
      return applyFailure(tx, locked, error);
    }
    await queueAgain(tx, locked, { error, attempts, retryAt: next.retryAt });
  });
}

/** Whether somebody has saved other keys since; keys are tried before they are saved. */
async function hasNewKeys(tx: Tx, asked: Outgoing["channel"]): Promise<boolean> {
  const now = await channelById(tx, asked.organization_id, asked.channel_id);
  return now !== undefined && !now.secrets.equals(asked.secrets);
}

/** It is unknown whether the provider has the message: it is never resent on a guess; its status settles it. */
export function recordUnsure(
  db: Database,
  scope: Scope,
  left: { messageId: MessageId; error?: ProviderError; staleBefore?: Date },
): Promise<boolean> {
  return inTransaction(db, scope, async (tx) => {
    const locked = await lockMessage(tx, scope, left.messageId);
    if (locked?.message.state !== "sending") return false;
    const { conversation, message } = locked;
    if (left.staleBefore && message.sending_since && message.sending_since > left.staleBefore) return false;
    await settleMessage(tx, conversation, {
      message,
      change: { state: "unsure" },
      ...(left.error && { error: left.error }),
    });
    // Messages behind it may be sent.
    await emit(tx, messageQueued, queuedAgain(conversation, null));
    return true;
  });
}

/** Puts back messages of one conversation that were claimed together, none of which the provider has accepted. */
export function putBack(db: Database, scope: Scope, messages: readonly Message[]): Promise<void> {
  const [first] = messages;
  if (!first) return Promise.resolve();
  return inTransaction(db, scope, async (tx) => {
    await lockConversationOf(tx, first);
    await sql`
      update message set state = 'queued', attempts = attempts - 1, sending_since = null
      where organization_id = ${scope.organizationId} and state = 'sending'
        and message_id = any(${sql.val(messages.map((one) => one.message_id))}::uuid[])`.execute(tx);
  });
}

/** Postpones a queued message because the rates are exhausted. */
export function postponeMessage(
  db: Database,
  scope: Scope,
  { messageId, until }: { messageId: MessageId; until: Date },
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    const locked = await lockMessage(tx, scope, messageId);
    if (locked?.message.state !== "queued") return;
    // The author sees until when it waits.
    await changeMessage(tx, locked.conversation, { messageId, change: { next_attempt_at: until } });
    await emit(tx, messageQueued, queuedAgain(locked.conversation, until));
  });
}

/** Stores the provider's id of a message's file, so that the next claim finds it ready to send. */
export async function recordUpload(
  db: Database,
  scope: Scope,
  { messageId, mediaId }: { messageId: MessageId; mediaId: string },
): Promise<void> {
  await inTransaction(db, scope, (tx) =>
    tx
      .updateTable("message")
      .set({ provider_media_id: mediaId })
      .where("organization_id", "=", scope.organizationId)
      .where("message_id", "=", messageId)
      .where("state", "=", "queued")
      .execute(),
  );
}

async function lockMessage(
  tx: Tx,
  scope: Scope,
  messageId: MessageId,
): Promise<{ conversation: Conversation; message: Message } | null> {
  const find = () => findRow(tx, scope, "message", { message_id: messageId });
  const found = await find();
  if (!found) return null;
  const conversationId = found.conversation_id;
  const conversation = await lockConversation(tx, scope.organizationId, { conversationId });
  const message = await find();
  // Two leads were merged while we waited for the lock: the message is now in another conversation.
  if (message && message.conversation_id !== conversationId) return lockMessage(tx, scope, messageId);
  return conversation && message ? { conversation, message } : null;
}
