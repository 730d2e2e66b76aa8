import type { MessageId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { channelById, type InboundChannel, openChannel } from "../../channels/queries/channels.ts";
import { contactById } from "../../contacts/queries/contacts.ts";
import { lockConversationOf, type Message } from "../../conversations/writes/change-conversation.ts";
import { type Inbox, providerOf } from "../../inbox.ts";
import { ProviderFailure } from "../../port.ts";
import { applyEarlyEvents } from "../../receiving/writes/apply-early-events.ts";
import { afterFailure } from "../../rules.ts";
import { lockProviderId } from "../writes/lock-provider-id.ts";
import { refuseReaction } from "../writes/refuse-reaction.ts";

/** A reaction that changes while it is sent is sent again, so that the customer's screen ends with ours. */
const maxRounds = 3;

/**
 * Sends our current reaction to a message to the provider. Throws for a temporary failure, so that the job tries
 * again. After a final failure, or too many temporary ones, the reaction reverts to the one that the customer sees.
 */
export async function sendReaction(inbox: Inbox, scope: Scope, messageId: MessageId): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const given = await load(inbox, scope, messageId);
    if (!given) return;
    try {
      const taken = await given.send();
      await recordGiven(inbox.platform.db, scope, { ...given, providerMessageId: taken?.providerMessageId ?? null });
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (await isFinal(inbox, scope, given, error)) return;
      throw error;
    }
    const now = await load(inbox, scope, messageId);
    if (now?.emoji === now?.hasGot) return;
  }
}

async function load(inbox: Inbox, scope: Scope, messageId: MessageId) {
  const { db, secrets } = inbox.platform;
  const found = await inTransaction(db, scope, async (tx) => {
    const message = await findRow(tx, scope, "message", { message_id: messageId });
    const ours = await ourReaction(tx, scope, messageId);
    if (!message || !ours) return null;
    const contact = await contactById(tx, scope, message.contact_id);
    const channel = await channelById(tx, message.organization_id, message.channel_id);
    return channel ? { message, ...ours, contact, channel } : null;
  });
  if (!found) return null;
  const { message, emoji, hasGot, contact, channel } = found;
  const to = {
    ...(contact.provider_user_id !== null && { userId: contact.provider_user_id }),
    ...(contact.phone !== null && { phone: contact.phone }),
  };
  const targetId = message.provider_message_id ?? "";
  const provider = providerOf(inbox, channel.kind);
  return {
    message,
    emoji,
    hasGot,
    channel: inboundChannel(channel),
    send: async () => provider.react?.(openChannel(secrets, channel), { to, targetId, emoji }),
  };
}

function inboundChannel(channel: NonNullable<Awaited<ReturnType<typeof channelById>>>): InboundChannel {
  const { organization_id, channel_id, branch_id, kind } = channel;
  return { organizationId: organization_id, channelId: channel_id, branchId: branch_id, kind };
}

/** Our wanted reaction, and the one that the customer sees. */
function ourReaction(tx: Tx, scope: Scope, messageId: MessageId) {
  return tx
    .selectFrom("message_reaction")
    .select(["emoji", "given_emoji as hasGot"])
    .where("organization_id", "=", scope.organizationId)
    .where("message_id", "=", messageId)
    .where("direction", "=", "out")
    .executeTakeFirst();
}

interface ReactionToSend {
  message: Message;
  emoji: string;
  channel: InboundChannel;
}

/** The provider has accepted it. A status may already have reported that it failed after all. */
function recordGiven(
  db: Database,
  scope: Scope,
  { message, emoji, channel, providerMessageId }: ReactionToSend & { providerMessageId: string | null },
): Promise<void> {
  return inTransaction(db, scope, async (tx) => {
    if (providerMessageId) await lockProviderId(tx, channel.channelId, providerMessageId);
    if (!(await lockConversationOf(tx, message))) return;
    await sql`
      update message_reaction set attempts = 0, provider_message_id = ${providerMessageId}, given_emoji = ${emoji},
        former_emoji = case when given_emoji = ${emoji} then former_emoji else given_emoji end
      where organization_id = ${message.organization_id} and message_id = ${message.message_id}
        and direction = 'out'`.execute(tx);
    if (providerMessageId) await applyEarlyEvents(tx, channel, providerMessageId);
  });
}

/** Counts a failed attempt; returns whether it was the last one, after which the reaction reverts. */
function isFinal(
  inbox: Inbox,
  scope: Scope,
  { message, emoji }: ReactionToSend,
  { error }: ProviderFailure,
): Promise<boolean> {
  return inTransaction(inbox.platform.db, scope, async (tx) => {
    const tried = await tx
      .updateTable("message_reaction")
      .set({ attempts: sql`attempts + 1` })
      .where("organization_id", "=", message.organization_id)
      .where("message_id", "=", message.message_id)
      .where("direction", "=", "out")
      .returning("attempts")
      .executeTakeFirst();
    if (tried && afterFailure(error, tried.attempts, new Date()) !== "failed") return false;
    await refuseReaction(tx, message, { emoji, reason: error.reason });
    return true;
  });
}
