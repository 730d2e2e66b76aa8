import type { ChannelId, ConversationId, MessageId, OrganizationId } from "@homeroom/contract/ids";
import type { MessageTable } from "@homeroom/database/inbox-tables";
import { type Selectable, sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { shownRows } from "./conversation-filters.ts";

type Message = Selectable<MessageTable>;

/** A message by the provider's id. */
export function messageByProviderId(
  tx: Tx,
  channel: { organizationId: OrganizationId; channelId: ChannelId },
  providerMessageId: string,
): Promise<Message | undefined> {
  return tx
    .selectFrom("message")
    .selectAll()
    .where("organization_id", "=", channel.organizationId)
    .where("channel_id", "=", channel.channelId)
    .where("provider_message_id", "=", providerMessageId)
    .executeTakeFirst();
}

/** Whether a provider's message is stored already, and whether events about it arrived before it. */
export async function knownFromProvider(
  tx: Tx,
  channel: { organizationId: OrganizationId; channelId: ChannelId },
  providerMessageId: string,
): Promise<{ message: boolean; events: boolean }> {
  const ofIt = sql`organization_id = ${channel.organizationId} and channel_id = ${channel.channelId}
    and provider_message_id = ${providerMessageId}`;
  const found = await sql<{ message: boolean; events: boolean }>`
    select exists (select from message where ${ofIt}) as message,
      exists (select from early_event where ${ofIt}) as events`.execute(tx);
  return found.rows[0] ?? { message: false, events: false };
}

/** A message of a conversation that the scope sees; none of a deleted lead's. */
export function visibleMessage(tx: Tx, scope: Scope, messageId: MessageId): Promise<Message | undefined> {
  return tx
    .selectFrom("message")
    .innerJoin("conversation", (join) =>
      join
        .onRef("conversation.organization_id", "=", "message.organization_id")
        .onRef("conversation.conversation_id", "=", "message.conversation_id"),
    )
    .selectAll("message")
    .where("message.message_id", "=", messageId)
    .where(shownRows(scope))
    .executeTakeFirst();
}

export interface MessagePage {
  /** In their order. */
  messages: Message[];
  hasMore: boolean;
  hasNewer: boolean;
}

interface PageOf {
  conversationId: ConversationId;
  before?: MessageId | undefined;
  after?: MessageId | undefined;
  around?: MessageId | undefined;
  pageSize: number;
}

/**
 * The latest messages of a conversation that the caller may see, or those before, after or around one of them; undefined
 * when that message is not in it.
 */
export async function messagePage(tx: Tx, scope: Scope, of: PageOf): Promise<MessagePage | undefined> {
  const anchor = of.around ?? of.after ?? of.before;
  if (anchor === undefined) return { ...(await older(tx, scope, of, null)), hasNewer: false };
  const place = await messagesOf(tx, scope, of.conversationId).where("message_id", "=", anchor).executeTakeFirst();
  if (!place) return undefined;
  const { position } = place;
  if (of.around) return around(tx, scope, of, position);
  if (of.after) return { ...(await newer(tx, scope, of, position)), hasMore: true };
  return { ...(await older(tx, scope, of, position)), hasNewer: true };
}

async function around(tx: Tx, scope: Scope, of: PageOf, position: number) {
  const after = await newer(tx, scope, { ...of, pageSize: Math.floor((of.pageSize - 1) / 2) }, position);
  const room = of.pageSize - after.messages.length;
  const before = await older(tx, scope, { ...of, pageSize: room }, position + 1);
  return {
    messages: [...before.messages, ...after.messages],
    hasMore: before.hasMore,
    hasNewer: after.hasNewer,
  };
}

async function older(tx: Tx, scope: Scope, of: PageOf, than: number | null) {
  const rows = await messagesOf(tx, scope, of.conversationId)
    .$if(than !== null, (query) => query.where("position", "<", than))
    .orderBy("position", "desc")
    .limit(of.pageSize + 1)
    .execute();
  return { messages: rows.slice(0, of.pageSize).reverse(), hasMore: rows.length > of.pageSize };
}

async function newer(tx: Tx, scope: Scope, of: PageOf, than: number) {
  const rows = await messagesOf(tx, scope, of.conversationId)
    .where("position", ">", than)
    .orderBy("position")
    .limit(of.pageSize + 1)
    .execute();
  return { messages: rows.slice(0, of.pageSize), hasNewer: rows.length > of.pageSize };
}

/** The messages of a conversation that changed after a version, in the order of the changes: a page ends at a whole version. */
export async function changedMessages(
  tx: Tx,
  scope: Scope,
  of: { conversationId: ConversationId; since: number; pageSize: number },
): Promise<MessagePage> {
  const rows = await messagesOf(tx, scope, of.conversationId)
    .where("version", ">", of.since)
    .orderBy("version")
    .orderBy("position")
    .limit(of.pageSize + 1)
    .execute();
  return { messages: rows.slice(0, of.pageSize), hasMore: rows.length > of.pageSize, hasNewer: false };
}

function messagesOf(tx: Tx, scope: Scope, conversationId: ConversationId) {
  return tx
    .selectFrom("message")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("conversation_id", "=", conversationId);
}
