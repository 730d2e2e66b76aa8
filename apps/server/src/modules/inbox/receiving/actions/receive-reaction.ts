import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { InboundChannel } from "../../channels/queries/channels.ts";
import { messageByProviderId } from "../../conversations/queries/message-rows.ts";
import { changeMessage, lockConversationOf, type Message } from "../../conversations/writes/change-conversation.ts";
import type { InboundMessage } from "../../port.ts";
import { lockProviderId } from "../../sending/writes/lock-provider-id.ts";
import { storeEarlyEvent } from "../writes/early-events.ts";

/** The customer's reaction to a message: one per message, the newest counts, an empty emoji removes it. */
export async function receiveReaction(tx: Tx, channel: InboundChannel, reaction: InboundMessage): Promise<void> {
  const { targetId, emoji } = reaction.details;
  if (typeof targetId !== "string") return;
  await lockProviderId(tx, channel.channelId, targetId);
  const message = await messageByProviderId(tx, channel, targetId);
  if (!message) return storeEarlyEvent(tx, channel, { key: targetId, event: reaction });
  const conversation = await lockConversationOf(tx, message);
  if (!conversation) return;
  const before = await emojiOf(tx, message);
  const written = await tx
    .insertInto("message_reaction")
    .values({
      organization_id: channel.organizationId,
      message_id: message.message_id,
      direction: "in",
      emoji: typeof emoji === "string" ? emoji : "",
      reacted_at: reaction.sentAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["organization_id", "message_id", "direction"])
        .doUpdateSet({ emoji: sql`excluded.emoji`, reacted_at: sql`excluded.reacted_at` })
        // Stored even if the emoji is the same: its time shows that an older event arriving later is older.
        .where(sql<boolean>`excluded.reacted_at >= message_reaction.reacted_at`),
    )
    .returning("emoji")
    .executeTakeFirst();
  if (!written || written.emoji === before) return;
  await changeMessage(tx, conversation, { messageId: message.message_id, change: {} });
}

/** The customer's current reaction to it. */
async function emojiOf(tx: Tx, message: Message): Promise<string | undefined> {
  const row = await tx
    .selectFrom("message_reaction")
    .select("emoji")
    .where("organization_id", "=", message.organization_id)
    .where("message_id", "=", message.message_id)
    .where("direction", "=", "in")
    .executeTakeFirst();
  return row?.emoji;
}
