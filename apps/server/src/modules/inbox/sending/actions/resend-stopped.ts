import { tokenStops } from "@homeroom/contract/failure-reasons";
import type { ChannelId, MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { emit } from "#platform/outbox/events";
import { contactById } from "../../contacts/queries/contacts.ts";
import { type Conversation, lockConversationOf, type Message } from "../../conversations/writes/change-conversation.ts";
import { messageQueued } from "../../events.ts";
import { requireStillSendable } from "../queries/still-sendable.ts";
import { settleMessage } from "../writes/settle-message.ts";
import { messageById } from "../writes/staff-message.ts";
import { requireSendable } from "./send-message.ts";

/** Staff resend the rest by hand. */
const resentAtOnce = 200;

/**
 * Queues messages again that failed because of the channel's token since `stoppedAt`, now that it has a valid one: each in
 * its own transaction, so that an interruption leaves the rest to be resent by hand. A refused token means that
 * nothing was sent. Left out are messages that may no longer be sent, those that were followed by others, and those that
 * plans sent: their own resend checks quiet hours, consent and whether the plan continues.
 */
export async function resendStopped(
  db: Database,
  scope: Scope,
  { channelId, stoppedAt }: { channelId: ChannelId; stoppedAt: Date },
): Promise<number> {
  const ids = await inTransaction(db, scope, (tx) => refusedSince(tx, scope, channelId, stoppedAt));
  let resent = 0;
  for (const messageId of ids) {
    if (await inTransaction(db, scope, (tx) => resend(tx, scope, messageId))) resent += 1;
  }
  return resent;
}

/** The first one was written before its refusal stopped the channel. */
const writtenBeforeMs = 3_600_000;

async function refusedSince(tx: Tx, scope: Scope, channelId: ChannelId, stoppedAt: Date): Promise<MessageId[]> {
  const since = new Date(stoppedAt.getTime() - writtenBeforeMs);
  const found = await tx
    .selectFrom("message")
    .select("message_id")
    .where("organization_id", "=", scope.organizationId)
    .where("channel_id", "=", channelId)
    .where("state", "=", "failed")
    .where("broadcast_plan_id", "is", null)
    .where("sent_at", ">", since)
    .where("error_reason", "in", [...tokenStops])
    .orderBy("sent_at")
    .orderBy("position")
    .limit(resentAtOnce)
    .execute();
  return found.map((one) => one.message_id);
}

async function resend(tx: Tx, scope: Scope, messageId: MessageId): Promise<boolean> {
  const found = await messageById(tx, scope, messageId);
  const conversation = found && (await lockConversationOf(tx, found));
  const message = await messageById(tx, scope, messageId);
  if (!conversation || message?.state !== "failed" || !tokenStops.some((one) => one === message.error_reason))
    return false;
  if (!(await maySend(tx, scope, { message, conversation })) || (await isFollowed(tx, message))) return false;
  const change = { state: "queued" as const, attempts: 0, provider_media_id: null };
  await settleMessage(tx, conversation, { message, change });
  const { organizationId } = scope;
  const payload = { conversationId: conversation.conversation_id, notBefore: null };
  await emit(tx, messageQueued, { organizationId, aggregateId: conversation.conversation_id, payload });
  return true;
}

async function maySend(
  tx: Tx,
  scope: Scope,
  { message, conversation }: { message: Message; conversation: Conversation },
): Promise<boolean> {
  const contact = await contactById(tx, scope, message.contact_id);
  const now = new Date();
  try {
    await requireSendable(tx, contact, now, message.kind === "template" ? "template" : "free");
    await requireStillSendable(tx, scope, message, { contact, conversation, now });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Whether something was sent to the customer since: the content may have reached them over another channel. */
async function isFollowed(tx: Tx, message: Message): Promise<boolean> {
  const later = await sql`
    select from message
    where organization_id = ${message.organization_id} and conversation_id = ${message.conversation_id}
      and position > ${message.position} and direction = 'out' and kind <> 'note'
      and state in ('unsure', 'accepted', 'sent', 'delivered', 'read')
    limit 1`.execute(tx);
  return later.rows.length > 0;
}
