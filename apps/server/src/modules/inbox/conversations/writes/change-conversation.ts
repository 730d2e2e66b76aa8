import type { ConversationId, LeadId, MessageId, OrganizationId } from "@homeroom/contract/ids";
import type { ConversationTable, MessageTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql, type Updateable } from "kysely";
import type { Tx } from "#platform/db/transaction";
import { emit, emitAll } from "#platform/outbox/events";
import { type Audience, conversationChanged, messageChanged, messagesChanged } from "../../events.ts";

export type Conversation = Selectable<ConversationTable>;
export type Message = Selectable<MessageTable>;

/*
 * Order of locks in this module: a provider's message id, a person's keys (both advisory), then the rows channel_contact,
 * channel, lead, conversation, message. Whatever changes a message holds its conversation's row.
 */

/** The conversation, its row locked until the transaction ends. */
export function lockConversation(
  tx: Tx,
  organizationId: OrganizationId,
  of: { conversationId: ConversationId } | { leadId: LeadId },
): Promise<Conversation | undefined> {
  const query = tx.selectFrom("conversation").selectAll().where("organization_id", "=", organizationId);
  const one =
    "conversationId" in of
      ? query.where("conversation_id", "=", of.conversationId)
      : query.where("lead_id", "=", of.leadId);
  return one.forUpdate().executeTakeFirst();
}

/** The conversation of a message, locked, even if the message moved to another one meanwhile. */
export async function lockConversationOf(tx: Tx, message: Message): Promise<Conversation | undefined> {
  const { organization_id: organizationId, conversation_id: conversationId } = message;
  const conversation = await lockConversation(tx, organizationId, { conversationId });
  const now = await tx
    .selectFrom("message")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("message_id", "=", message.message_id)
    .executeTakeFirst();
  return now && now.conversation_id !== conversationId ? lockConversationOf(tx, now) : conversation;
}

/** Writes a change of a locked conversation under its next version. */
export function changeConversation(
  tx: Tx,
  conversation: Conversation,
  change: Updateable<ConversationTable>,
): Promise<Conversation> {
  return tx
    .updateTable("conversation")
    .set({ ...change, version: conversation.version + 1, changed_xid: sql`pg_current_xact_id()` })
    .where("organization_id", "=", conversation.organization_id)
    .where("conversation_id", "=", conversation.conversation_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes a change of one message of a locked conversation, and publishes it. */
export async function changeMessage(
  tx: Tx,
  conversation: Conversation,
  about: {
    messageId: MessageId;
    change: Updateable<MessageTable>;
    conversationChange?: Updateable<ConversationTable>;
  },
): Promise<Conversation> {
  const changed = await changeConversation(tx, conversation, about.conversationChange ?? {});
  await tx
    .updateTable("message")
    .set({ ...about.change, version: changed.version })
    .where("organization_id", "=", conversation.organization_id)
    .where("message_id", "=", about.messageId)
    .execute();
  await publishMessageChange(tx, changed, { messageId: about.messageId, inbound: false });
  return changed;
}

/** Records the event of a new or changed message; `inbound` only for a new one of the customer. */
export function publishMessageChange(
  tx: Tx,
  conversation: Conversation,
  message: { messageId: MessageId; inbound: boolean },
): Promise<void> {
  return emit(tx, messageChanged, messageChange(conversation, message));
}

/** A new or changed message in the form of its event. */
export function messageChange(conversation: Conversation, message: { messageId: MessageId; inbound: boolean }) {
  return {
    organizationId: conversation.organization_id,
    aggregateId: conversation.conversation_id,
    payload: {
      ...audienceOf(conversation),
      ...message,
      conversationId: conversation.conversation_id,
      leadId: conversation.lead_id,
      version: conversation.version,
    },
  };
}

/** Records that messages in these conversations changed, with one event for each audience instead of one per message. */
export function publishMessageChanges(tx: Tx, conversations: readonly Conversation[]): Promise<void> {
  const byAudience = Map.groupBy(conversations, (one) => JSON.stringify(audienceOf(one)));
  const events = [...byAudience.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const changes = group.map(({ conversation_id: conversationId, version }) => ({ conversationId, version }));
    const { organization_id: organizationId, branch_id: aggregateId } = first;
    return [{ organizationId, aggregateId, payload: { ...audienceOf(first), changes } }];
  });
  return emitAll(tx, messagesChanged, events);
}

export function audienceOf(conversation: Conversation): Audience {
  return {
    branchId: conversation.branch_id,
    salesId: conversation.sales_id,
    tutorId: conversation.tutor_id,
  };
}

/** Records that something other than a message changed; `before`: who saw the conversation until now, if that changed. */
export function publishConversationChange(tx: Tx, conversation: Conversation, before: Audience | null): Promise<void> {
  return emit(tx, conversationChanged, {
    organizationId: conversation.organization_id,
    aggregateId: conversation.conversation_id,
    payload: {
      ...audienceOf(conversation),
      conversationId: conversation.conversation_id,
      leadId: conversation.lead_id,
      version: conversation.version,
      before,
    },
  });
}
