import type { MessageId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";

export interface Reaction {
  emoji: string;
  direction: "in" | "out";
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
    .select(["message_id", "emoji", "direction"])
    .where("organization_id", "=", scope.organizationId)
    .where("message_id", "in", [...ids])
    .where("emoji", "<>", "")
    .orderBy("direction")
    .execute();
  return Map.groupBy(rows, (row) => row.message_id);
}

export interface QuotedMessage {
  message_id: MessageId;
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
    .select(["message_id", "direction", "kind", "text", "revoked_at"])
    .where("organization_id", "=", scope.organizationId)
    .where("message_id", "in", [...ids])
    .execute();
  return new Map(rows.map((row) => [row.message_id, row]));
}
