import type { ChannelId, ConversationId, MessageId } from "@homeroom/contract/ids";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { MessagingProvider } from "../../port.ts";

export interface Reaction {
  /** Empty when there is none (any more). */
  emoji: string;
  direction: "in" | "out";
  refused_emoji: string | null;
  error_reason: string | null;
}

/** The reactions to messages, by message. */
export async function reactionsTo(
  tx: Tx,
  scope: Scope,
  ids: readonly MessageId[],
): Promise<Map<MessageId, Reaction[]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("message_reaction")
    .select(["message_id", "emoji", "direction", "refused_emoji", "error_reason"])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("message_id", ids))
    .where((is) => is.or([is("emoji", "<>", ""), is("error_reason", "is not", null)]))
    .orderBy("direction")
    .execute();
  return Map.groupBy(rows, (row) => row.message_id);
}

export interface QuotedMessage {
  message_id: MessageId;
  conversation_id: ConversationId;
  direction: "in" | "out";
  kind: string;
  text: string;
  revoked_at: Date | null;
}

/** What is shown of messages that others quote, by message. */
export async function quotedMessages(
  tx: Tx,
  scope: Scope,
  ids: readonly MessageId[],
): Promise<Map<MessageId, QuotedMessage>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("message")
    .select(["message_id", "conversation_id", "direction", "kind", "text", "revoked_at"])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("message_id", ids))
    .execute();
  return new Map(rows.map((row) => [row.message_id, row]));
}

/** Of which kind the channels are that messages came or went through. */
export async function channelKinds(
  tx: Tx,
  scope: Scope,
  ids: readonly ChannelId[],
): Promise<Map<ChannelId, MessagingProvider["kind"]>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("channel")
    .select(["channel_id", "kind"])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("channel_id", ids))
    .execute();
  return new Map(rows.map((row) => [row.channel_id, row.kind]));
}
