import type { ConversationId, MessageId } from "@homeroom/contract/ids";
import type { ChannelContactTable, ChannelTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { isChannelOpen, isRestricted } from "../../channels/queries/channels.ts";
import { lockConversation, type Message } from "../../conversations/writes/change-conversation.ts";
import type { ProviderError } from "../../port.ts";
import {
  type Bucket,
  buckets,
  channelBucketOf,
  fetchesFiles,
  fitOneReply,
  isReplyTokenFresh,
  maxRepliedTogether,
  takeToken,
} from "../../rules.ts";
import { isUnwanted } from "../queries/still-sendable.ts";
import { settleMessage } from "./settle-message.ts";

/** A message to send, with its receiver and channel. */
export interface Outgoing {
  message: Message;
  contact: Selectable<ChannelContactTable>;
  channel: Selectable<ChannelTable>;
}

/**
 * The next step in a conversation. `nothing`: no message waits, or a process is sending. `upload`: its file must be
 * uploaded to the provider first. `send`: this process sends the message now. `reply`: the same for it and those after it,
 * together, with a token that works once. `wait`: the rates require a pause.
 * `refused`: the next message was failed, because the channel is stopped or the customer no longer wants marketing.
 */
export type Claim =
  | { kind: "nothing" | "refused" }
  | { kind: "wait"; ms: number; messageId: MessageId }
  | ({ kind: "upload" | "send" } & Outgoing)
  | ({ kind: "reply"; token: string; messages: readonly Message[] } & Omit<Outgoing, "message">);

/**
 * Takes the conversation's next message for sending. It becomes `sending` in this transaction, and other processes
 * leave it alone: until the provider's answer is committed nobody knows whether it was sent, so nobody may send it
 * again.
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
  if (await isUnwanted(tx, scope, message, contact)) {
    await settleMessage(tx, conversation, { message, change: { state: "failed" }, error: unwantedError });
    return { kind: "refused" };
  }
  if (isRestricted(channel, message.kind === "template" ? "template" : "free", channel.now)) {
    await waitForRestriction(tx, message);
    return { kind: "nothing" };
  }
  if (message.file_id && message.provider_media_id === null && !fetchesFiles(channel.kind))
    return { kind: "upload", message, contact, channel };
  const ms = await takeTokens(tx, contact, channel);
  if (ms > 0) return { kind: "wait", ms, messageId: message.message_id };
  if (contact.reply_token !== null && isReplyTokenFresh(contact, contact.now)) {
    await spendReplyToken(tx, contact);
    const messages = await startSending(tx, scope, await waitingTogether(tx, message));
    return { kind: "reply", token: contact.reply_token, messages, contact, channel };
  }
  const [sending] = await startSending(tx, scope, [message]);
  return sending ? { kind: "send", message: sending, contact, channel } : { kind: "nothing" };
}

/** Restrictions expire or are lifted by the provider: the message is checked again from time to time. */
async function waitForRestriction(tx: Tx, message: Message): Promise<void> {
  await sql`
    update message set next_attempt_at = now() + interval '10 minutes'
    where organization_id = ${message.organization_id} and message_id = ${message.message_id}`.execute(tx);
}

async function startSending(tx: Tx, scope: Scope, messages: readonly Message[]): Promise<Message[]> {
  const ids = sql.val(messages.map((one) => one.message_id));
  await sql`
    update message set state = 'sending', attempts = attempts + 1, sending_since = now(), next_attempt_at = null
    where organization_id = ${scope.organizationId} and message_id = any(${ids}::uuid[])`.execute(tx);
  return messages.map((message) => ({ ...message, attempts: message.attempts + 1 }));
}

/** The token is used once, even if this reply fails. */
async function spendReplyToken(tx: Tx, { organization_id, contact_id }: Outgoing["contact"]): Promise<void> {
  await tx
    .updateTable("channel_contact")
    .set({ reply_token: null, reply_token_at: null })
    .where("organization_id", "=", organization_id)
    .where("contact_id", "=", contact_id)
    .execute();
}

/** A message and those of the same contact directly behind it, as many as fit one reply. */
async function waitingTogether(tx: Tx, first: Message): Promise<Message[]> {
  const waiting = await tx
    .selectFrom("message")
    .selectAll()
    .where("organization_id", "=", first.organization_id)
    .where("conversation_id", "=", first.conversation_id)
    .where("state", "in", ["queued", "sending"])
    .where("position", ">=", first.position)
    .orderBy("position")
    .limit(maxRepliedTogether)
    .execute();
  const end = waiting.findIndex((one) => one.contact_id !== first.contact_id || !isDue(one));
  const together = end < 0 ? waiting : waiting.slice(0, end);
  return together.slice(0, fitOneReply(together));
}

/** The first unsettled message; an unsure one waits for its status and does not block others. */
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

/** Takes a token from the person's bucket and one from the channel's, by the database's clock; returns 0, or how long to wait. */
async function takeTokens(
  tx: Tx,
  contact: Timed<Outgoing["contact"]>,
  channel: Timed<Outgoing["channel"]>,
): Promise<number> {
  const { pair } = buckets[channel.kind];
  const ofPair = take(pair, contact.pair_tokens, contact.pair_tokens_at, contact.now);
  const ofChannel = take(channelBucketOf(channel), channel.send_tokens, channel.send_tokens_at, channel.now);
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

const unwantedError: ProviderError = {
  class: "permanent",
  code: "",
  reason: "marketingStopped",
  detail: "",
  stops: "recipient",
};

function stoppedFor({ stopped_reason: reason }: Outgoing["channel"]): ProviderError["reason"] {
  return (reason as ProviderError["reason"] | null) ?? "unknown";
}

function stoppedError(channel: Outgoing["channel"]): ProviderError {
  return {
    class: "reauthorise",
    code: "",
    reason: channel.status === 1 ? stoppedFor(channel) : "switchedOff",
    detail: "",
    stops: "channel",
  };
}
