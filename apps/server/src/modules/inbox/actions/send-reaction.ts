import type { MessageId } from "@homeroom/contract/ids";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { ProviderFailure } from "../port.ts";
import { channelById, openChannel } from "../queries/channels.ts";
import { changeMessage, lockConversationOf, type Message } from "./change-conversation.ts";
import { type Inbox, providerOf } from "./inbox.ts";

/** A reaction that changes while it is sent is sent again, so that the customer's screen ends with ours. */
const mostRounds = 3;

/**
 * Tells the provider of our reaction to a message as it is now. Throws for a failure that passes, so that the job tries
 * again; after a final one the reaction is taken back, since the customer never got it.
 */
export async function sendReaction(inbox: Inbox, scope: Scope, messageId: MessageId): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const given = await load(inbox, scope, messageId);
    if (!given) return;
    try {
      await given.send();
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      const passes = error.error.class === "retryable" || error.error.class === "rate-limited";
      if (passes) throw error;
      return takeBack(inbox, scope, { message: given.message, emoji: given.emoji });
    }
    const now = await load(inbox, scope, messageId);
    if (now?.emoji === given.emoji) return;
  }
}

async function load(inbox: Inbox, scope: Scope, messageId: MessageId) {
  const { db, secrets } = inbox.platform;
  const found = await inTransaction(db, scope, async (tx) => {
    const message = await tx
      .selectFrom("message")
      .selectAll()
      .where("organization_id", "=", scope.organizationId)
      .where("message_id", "=", messageId)
      .executeTakeFirst();
    const emoji = await ourReaction(tx, scope, messageId);
    if (!message || emoji === undefined) return null;
    const contact = await tx
      .selectFrom("channel_contact")
      .select(["provider_user_id", "phone"])
      .where("organization_id", "=", scope.organizationId)
      .where("contact_id", "=", message.contact_id)
      .executeTakeFirst();
    const channel = await channelById(tx, message.organization_id, message.channel_id);
    return contact && channel ? { message, emoji, contact, channel } : null;
  });
  if (!found) return null;
  const { message, emoji, contact, channel } = found;
  const to = {
    ...(contact.provider_user_id !== null && { userId: contact.provider_user_id }),
    ...(contact.phone !== null && { phone: contact.phone }),
  };
  const targetId = message.provider_message_id ?? "";
  const provider = providerOf(inbox, channel.kind);
  return {
    message,
    emoji,
    send: async () => provider.react?.(openChannel(secrets, channel), { to, targetId, emoji }),
  };
}

async function ourReaction(tx: Tx, scope: Scope, messageId: MessageId): Promise<string | undefined> {
  const row = await tx
    .selectFrom("message_reaction")
    .select("emoji")
    .where("organization_id", "=", scope.organizationId)
    .where("message_id", "=", messageId)
    .where("direction", "=", "out")
    .executeTakeFirst();
  return row?.emoji;
}

async function takeBack(
  { platform }: Inbox,
  scope: Scope,
  { message, emoji }: { message: Message; emoji: string },
): Promise<void> {
  await inTransaction(platform.db, scope, async (tx) => {
    const conversation = await lockConversationOf(tx, message);
    if (!conversation) return;
    const taken = await tx
      .updateTable("message_reaction")
      .set({ emoji: "", reacted_at: new Date() })
      .where("organization_id", "=", scope.organizationId)
      .where("message_id", "=", message.message_id)
      .where("direction", "=", "out")
      .where("emoji", "=", emoji)
      .executeTakeFirst();
    if (taken.numUpdatedRows > 0n) await changeMessage(tx, conversation, { messageId: message.message_id, change: {} });
  });
}
