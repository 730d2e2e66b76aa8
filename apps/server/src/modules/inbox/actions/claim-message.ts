import type { ConversationId, MessageId } from "@homeroom/contract/ids";
import type { ChannelContactTable, ChannelTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { ProviderError } from "../port.ts";
import { isChannelOpen } from "../queries/channels.ts";
import { type Bucket, channelBucket, pairBucket, takeToken } from "../rules.ts";
import { lockConversation, type Message } from "./change-conversation.ts";
import { settleMessage } from "./settle-message.ts";

/** A message that is to go out, with whom it goes to and through what. */
export interface Outgoing {
  message: Message;
  contact: Selectable<ChannelContactTable>;
  channel: Selectable<ChannelTable>;
}

/**
 * What there is to do in a conversation. `nothing`: no message waits, or somebody is sending. `upload`: its file must be
 * given to the provider first. `send`: the message is ours to send, exactly now. `wait`: the rates want a pause.
 * `refused`: the next message was failed, the channel being stopped.
 */
export type Claim =
  | { kind: "nothing" | "refused" }
  | { kind: "wait"; ms: number; messageId: MessageId }
  | ({ kind: "upload" | "send" } & Outgoing);

/**
 * Takes the conversation's next message for sending. It becomes `sending` in this transaction, and whoever finds it so
 * leaves: between this commit and the one that records the provider's answer, nobody knows whether it went out, and so
 * nobody may send it again.
 */
export async function claimMessage(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<Claim> {
  const next = await nextMessage(tx, scope, conversationId);
  if (!next || !isDue(next)) return { kind: "nothing" };
  const contact = await lockContact(tx, next);
  const channel = await lockChannel(tx, next);
  const conversation = await lockConversation(tx, scope.organizationId, { conversationId });
  const message = await nextMessage(tx, scope, conversationId);
  if (!conversation || message?.message_id !== next.message_id || !isDue(message)) return { kind: "nothing" };
  if (!isChannelOpen(channel)) {
    const change = { state: "failed" as const };
    await settleMessage(tx, conversation, { message, change, error: stoppedError(channel) });
    return { kind: "refused" };
  }
  if (message.file_id && message.provider_media_id === null) return { kind: "upload", message, contact, channel };
  const ms = await takeTokens(tx, contact, channel);
  if (ms > 0) return { kind: "wait", ms, messageId: message.message_id };
  await sql`
    update message set state = 'sending', attempts = attempts + 1, sending_since = now(), next_attempt_at = null
    where organization_id = ${scope.organizationId} and message_id = ${message.message_id}`.execute(tx);
  return { kind: "send", message: { ...message, attempts: message.attempts + 1 }, contact, channel };
}

/** The first message that is not settled; an unsure one is left to its status, and holds nobody up. */
function nextMessage(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<Message | undefined> {
  return tx
    .selectFrom("message")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("conversation_id", "=", conversationId)
    .where("state", "in", ["queued", "sending"])
    .orderBy("position")
    .limit(1)
    .executeTakeFirst();
}

function isDue(message: Message): boolean {
  if (message.state !== "queued") return false;
  return message.next_attempt_at === null || message.next_attempt_at <= new Date();
}

type Timed<Row> = Row & { now: Date };

function lockContact(tx: Tx, message: Message): Promise<Timed<Outgoing["contact"]>> {
  return tx
    .selectFrom("channel_contact")
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as("now"))
    .where("organization_id", "=", message.organization_id)
    .where("contact_id", "=", message.contact_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

function lockChannel(tx: Tx, message: Message): Promise<Timed<Outgoing["channel"]>> {
  return tx
    .selectFrom("channel")
    .selectAll()
    .select(sql<Date>`clock_timestamp()`.as("now"))
    .where("organization_id", "=", message.organization_id)
    .where("channel_id", "=", message.channel_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Takes one token of the person's bucket and one of the channel's, by the database's clock; 0, or how long to wait. */
async function takeTokens(
  tx: Tx,
  contact: Timed<Outgoing["contact"]>,
  channel: Timed<Outgoing["channel"]>,
): Promise<number> {
  const ofPair = take(pairBucket, contact.pair_tokens, contact.pair_tokens_at, contact.now);
  const ofChannel = take(channelBucket, channel.send_tokens, channel.send_tokens_at, channel.now);
  if ("waitMs" in ofPair || "waitMs" in ofChannel)
    return Math.max("waitMs" in ofPair ? ofPair.waitMs : 0, "waitMs" in ofChannel ? ofChannel.waitMs : 0);
  await sql`
    update channel_contact set pair_tokens = ${ofPair.tokens}, pair_tokens_at = ${contact.now}
    where organization_id = ${contact.organization_id} and contact_id = ${contact.contact_id}`.execute(tx);
  await sql`
    update channel set send_tokens = ${ofChannel.tokens}, send_tokens_at = ${channel.now}
    where organization_id = ${channel.organization_id} and channel_id = ${channel.channel_id}`.execute(tx);
  return 0;
}

function take(bucket: Bucket, tokens: number, at: Date, now: Date) {
  return takeToken(bucket, { tokens, at }, now);
}

function stoppedError(channel: Outgoing["channel"]): ProviderError {
  return {
    class: "reauthorise",
    code: "",
    reason: (channel.stopped_reason as ProviderError["reason"] | null) ?? "unknown",
    detail: "",
    stops: "channel",
  };
}
