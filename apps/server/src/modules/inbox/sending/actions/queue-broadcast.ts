import type { ExclusionReason } from "@homeroom/contract/broadcast-estimate";
import type { ChannelId, MessageId, RecordId } from "@homeroom/contract/ids";
import { leadHeads } from "#modules/leads/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { channelById } from "../../channels/queries/channels.ts";
import { recogniseContact } from "../../contacts/writes/recognise-contact.ts";
import { openConversation } from "../../conversations/actions/open-conversation.ts";
import type { ReadyTemplate } from "../../inbox.ts";
import { type BroadcastVariables, broadcastFacts, fillBroadcast } from "../queries/broadcast-texts.ts";
import { whoIsExcluded } from "../queries/who-is-excluded.ts";
import { queueMessage } from "../writes/queue-message.ts";

/** One message of a broadcast plan. */
export interface BroadcastMessage {
  messageId: MessageId;
  planId: RecordId;
  channelId: ChannelId;
  /** E.164 digits without the plus. */
  phone: string;
  template: ReadyTemplate;
  /** By the variable's key. */
  variables: BroadcastVariables;
}

/** `excluded`: the person must no longer receive it. `failed`: it cannot be filled for them. */
export type BroadcastOutcome =
  | { state: "queued" }
  | { state: "excluded"; reason: ExclusionReason }
  | { state: "failed"; reason: "recipientInvalid" | "templateParameters" };

/**
 * Queues a plan's message to a number: finds or creates contact, lead and conversation. Nobody is notified, nothing is marked as
 * read and the assistant is not paused. The caller's transaction decides whether it is sent: once, or not at all.
 */
export async function queueBroadcast(tx: Tx, scope: Scope, one: BroadcastMessage): Promise<BroadcastOutcome> {
  const now = new Date();
  const channel = await channelById(tx, scope.organizationId, one.channelId);
  if (!channel) return { state: "failed", reason: "recipientInvalid" };
  const inbound = {
    organizationId: channel.organization_id,
    channelId: channel.channel_id,
    branchId: channel.branch_id,
    kind: channel.kind,
  };
  const contact = await recogniseContact(
    tx,
    inbound,
    { phone: one.phone },
    { at: now, leadChannelCode: "Paid_broadcast_whatsApp", isUnannounced: true },
  );
  const lead = (await leadHeads(tx, scope, [contact.lead_id])).get(contact.lead_id);
  if (!lead || lead.deletedAt) return { state: "failed", reason: "recipientInvalid" };
  const conversation = await openConversation(tx, contact, lead);
  const people = [{ contact, conversation }];
  const { category } = one.template;
  const reason = (await whoIsExcluded(tx, scope, { people, category, now })).get(contact.contact_id);
  if (reason) return { state: "excluded", reason };
  const filled = fillBroadcast(one, (await broadcastFacts(tx, scope, one.variables, [lead]))(lead));
  if (!filled) return { state: "failed", reason: "templateParameters" };
  const { templateId, name, language, pictureFileId } = one.template;
  const { text, shown, components } = filled;
  const message = {
    messageId: one.messageId,
    kind: "template",
    text,
    details: { template: { templateId, name, language, category, components }, shown },
    fileId: pictureFileId,
    quoted: null,
    author: "automatic" as const,
    senderId: null,
    notBefore: null,
    broadcastPlanId: one.planId,
  };
  await queueMessage(tx, conversation, { contact, message, now });
  return { state: "queued" };
}
