import type { ChannelKind } from "@homeroom/contract/chat";
import type { ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { matching, shownRows, sortedBy } from "./conversation-filters.ts";

/** A customer who is waiting for an answer or did not receive a message. */
export interface CustomerToAnswer {
  conversationId: ConversationId;
  leadId: LeadId;
  channelKind: ChannelKind;
  /** Since when they have been waiting, or when the message failed. */
  since: Date;
  /** When the reply window closes; null without one. */
  until: Date | null;
  /** Their last message, or ours that did not arrive. */
  text: string;
  /** The message that did not arrive. */
  messageId: MessageId | null;
}

/** Waits longer than this are not a matter of today. */
const longestWaitDays = 14;
const failedDays = 3;
const shownOfText = 200;

interface ListRequest {
  scope: Scope;
  limit: number;
}

/** Waiting customers whose reply window closes within `hours`, the next to close first. */
export function closingWindows(tx: Tx, { scope, limit }: ListRequest, hours: number): Promise<CustomerToAnswer[]> {
  const where = sql<SqlBool>`${matching(scope, { filter: "NoReply", state: "open", order: "window" })}
    and conversation.window_ends_at <= now() + make_interval(hours => ${hours})`;
  return waiting(tx, { where, order: sortedBy.window.key, limit });
}

/** Waiting customers, longest first, without waits of weeks. */
export function longestWaiting(tx: Tx, { scope, limit }: ListRequest): Promise<CustomerToAnswer[]> {
  const where = sql<SqlBool>`${matching(scope, { filter: "NoReply", state: "open", order: "wait" })}
    and ${sortedBy.wait.key} > now() - make_interval(days => ${longestWaitDays})`;
  return waiting(tx, { where, order: sortedBy.wait.key, limit });
}

async function waiting(
  tx: Tx,
  { where, order, limit }: { where: RawBuilder<SqlBool>; order: RawBuilder<unknown>; limit: number },
): Promise<CustomerToAnswer[]> {
  const found = await sql<CustomerToAnswer>`
    select conversation.conversation_id as "conversationId", conversation.lead_id as "leadId",
      channel.kind as "channelKind", ${sortedBy.wait.key} as since,
      case when channel.kind = 'whatsapp' then conversation.window_ends_at end as until,
      case when last.revoked_at is null then left(last.text, ${shownOfText}) else '' end as text, null as "messageId"
    from (select * from conversation where ${where} order by ${order}, conversation.conversation_id limit ${limit}) conversation
    join channel_contact contact using (organization_id, contact_id)
    join channel using (organization_id, channel_id)
    left join message last on last.organization_id = conversation.organization_id
      and last.message_id = conversation.last_message_id
    order by ${order}, conversation.conversation_id`.execute(tx);
  return found.rows.map((row) => ({ ...row, text: (row.text ?? "").toWellFormed() }));
}

/** Failed messages of people after which nothing was sent, in open conversations, oldest first. */
export async function failedMessages(tx: Tx, { scope, limit }: ListRequest): Promise<CustomerToAnswer[]> {
  const found = await sql<CustomerToAnswer>`
    select conversation.conversation_id as "conversationId", conversation.lead_id as "leadId",
      channel.kind as "channelKind", message.sent_at as since, null as until,
      left(message.text, ${shownOfText}) as text, message.message_id as "messageId"
    from channel
    join message on message.organization_id = channel.organization_id and message.channel_id = channel.channel_id
      and message.state = 'failed' and message.sent_at > now() - make_interval(days => ${failedDays})
    join conversation on conversation.organization_id = message.organization_id
      and conversation.conversation_id = message.conversation_id
    where channel.organization_id = ${scope.organizationId} and ${shownRows(scope)}
      and conversation.closed_at is null and conversation.snoozed_until is null
      and message.author = 'staff' and message.broadcast_plan_id is null
      and not exists (
        select from message later where later.organization_id = message.organization_id
          and later.conversation_id = message.conversation_id and later.position > message.position
          and later.direction = 'out' and later.kind <> 'note' and later.state <> 'cancelled')
    order by message.sent_at, message.message_id limit ${limit}`.execute(tx);
  return found.rows.map((row) => ({ ...row, text: row.text.toWellFormed() }));
}
