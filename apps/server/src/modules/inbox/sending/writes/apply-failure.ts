import { RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { stopChannel } from "../../channels/actions/stop-channel.ts";
import { channelById } from "../../channels/queries/channels.ts";
import type { Conversation, Message } from "../../conversations/writes/change-conversation.ts";
import { templateRefused } from "../../events.ts";
import type { ProviderError } from "../../port.ts";
import { channelBucketOf, channelPause, stopsChannel, stopsTemplate } from "../../rules.ts";

/** A failure may touch the contact and the channel, whose rows are locked before the conversation's. */
export async function lockWhatItStops(tx: Tx, message: Message, error: ProviderError): Promise<void> {
  await tx
    .selectFrom("channel_contact")
    .select("contact_id")
    .where("organization_id", "=", message.organization_id)
    .where("contact_id", "=", message.contact_id)
    .forNoKeyUpdate()
    .execute();
  if (!stopsChannel(error) && channelPause(error) === 0 && error.reason !== "quotaUsedUp") return;
  await tx
    .selectFrom("channel")
    .select("channel_id")
    .where("organization_id", "=", message.organization_id)
    .where("channel_id", "=", message.channel_id)
    .forNoKeyUpdate()
    .execute();
}

/** Stores what a final failure means for the channel, the contact and the template, beyond the message itself. */
export async function applyFailure(
  tx: Tx,
  { conversation, message }: { conversation: Conversation; message: Message },
  error: ProviderError,
): Promise<void> {
  if (stopsChannel(error)) {
    await stopChannel(tx, { organizationId: message.organization_id, channelId: message.channel_id }, error.reason);
  }
  if (stopsTemplate(error)) await publishTemplateRefusal(tx, message, error);
  switch (error.reason) {
    case "quotaUsedUp":
      return recordQuotaUsedUp(tx, message);
    case "marketingStopped":
      return recordMarketingStopped(tx, message);
    case "windowClosed":
      return closeWindow(tx, conversation, message);
    case "notOnWhatsApp":
      return markBlocked(tx, message);
    default:
  }
}

/** Pauses a channel whose rate is exhausted: its bucket goes negative by the tokens of the pause. */
export async function slowChannel(tx: Tx, message: Message, error: ProviderError): Promise<void> {
  const ms = channelPause(error);
  if (ms === 0) return;
  const channel = await channelById(tx, message.organization_id, message.channel_id);
  if (!channel) return;
  const owed = 1 - (ms / 1000) * channelBucketOf(channel).perSecond;
  await sql`
    update channel set send_tokens_at = clock_timestamp(), send_tokens = ${owed}::float8
    where organization_id = ${message.organization_id} and channel_id = ${message.channel_id}`.execute(tx);
}

// WhatsApp does not report blocks, only that a person cannot be reached. For a person who has written to us
// from WhatsApp that usually means a block. Their next message clears it.
async function markBlocked(tx: Tx, message: Message): Promise<void> {
  await tx
    .updateTable("channel_contact")
    .set({ blocked_at: new Date() })
    .where("organization_id", "=", message.organization_id)
    .where("contact_id", "=", message.contact_id)
    .where("blocked_at", "is", null)
    .where("last_inbound_at", "is not", null)
    .execute();
}

/** The customer had opted out of marketing when the message was sent; a later decision of theirs stands. */
async function recordMarketingStopped(tx: Tx, message: Message): Promise<void> {
  await tx
    .updateTable("channel_contact")
    .set({ marketing_stopped_at: message.sent_at, marketing_said_at: message.sent_at, marketing_words: "" })
    .where("organization_id", "=", message.organization_id)
    .where("contact_id", "=", message.contact_id)
    .where((is) => is.or([is("marketing_said_at", "is", null), is("marketing_said_at", "<", message.sent_at)]))
    .execute();
}

/** The provider's view of the window counts. Unless the customer has written since, only templates can be sent. */
async function closeWindow(tx: Tx, conversation: Conversation, message: Message): Promise<void> {
  const closed = await tx
    .updateTable("channel_contact")
    .set({
      window_ends_at: sql<Date | null>`least(window_ends_at, ${message.sent_at})`,
      ad_window_ends_at: sql<Date | null>`least(ad_window_ends_at, ${message.sent_at})`,
    })
    .where("organization_id", "=", message.organization_id)
    .where("contact_id", "=", message.contact_id)
    .where((is) => is.or([is("last_inbound_at", "is", null), is("last_inbound_at", "<=", message.sent_at)]))
    .returning(["window_ends_at"])
    .executeTakeFirst();
  if (!closed || conversation.contact_id !== message.contact_id) return;
  await tx
    .updateTable("conversation")
    .set({ window_ends_at: sql<Date | null>`least(window_ends_at, ${message.sent_at})` })
    .where("organization_id", "=", message.organization_id)
    .where("conversation_id", "=", message.conversation_id)
    .execute();
}

/** A template that WhatsApp refuses is no longer offered; see the module of templates. */
async function publishTemplateRefusal(tx: Tx, message: Message, { reason }: ProviderError): Promise<void> {
  const template = message.details["template"] as { templateId?: unknown } | undefined;
  const templateId = RecordId.safeParse(template?.templateId);
  if (message.kind !== "template" || !templateId.success) return;
  await emit(tx, templateRefused, {
    organizationId: message.organization_id,
    aggregateId: templateId.data,
    payload: { templateId: templateId.data, reason, sentAt: message.sent_at.toISOString() },
  });
}

/** Applies for the rest of the month, or until the quota is requested and has grown. */
async function recordQuotaUsedUp(tx: Tx, { organization_id, channel_id }: Message): Promise<void> {
  await tx
    .updateTable("channel")
    .set({
      quota_limit: sql`coalesce(quota_limit, quota_used, 0)`,
      quota_used: sql`greatest(quota_used, quota_limit, 0)`,
      quota_at: new Date(),
    })
    .where("organization_id", "=", organization_id)
    .where("channel_id", "=", channel_id)
    .execute();
}
