import type { BroadcastVariable, ExclusionReason } from "@homeroom/contract/broadcast-plans";
import type { ChannelId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import type { VariableSource } from "@homeroom/contract/message-templates";
import { peopleByIds } from "#modules/accounts/public";
import { leadHeads, mayReceiveNews } from "#modules/leads/public";
import { branchById } from "#modules/organizations/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { channelById } from "../../channels/queries/channels.ts";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { recogniseContact } from "../../contacts/writes/recognise-contact.ts";
import { openConversation } from "../../conversations/actions/open-conversation.ts";
import type { Conversation } from "../../conversations/writes/change-conversation.ts";
import type { ReadyTemplate } from "../../inbox.ts";
import { marketingSentSince } from "../queries/sent-templates.ts";
import { queueMessage } from "../writes/queue-message.ts";

/** One message of a broadcast plan. */
export interface BroadcastMessage {
  messageId: MessageId;
  planId: RecordId;
  channelId: ChannelId;
  /** E.164 digits without the plus. */
  phone: string;
  template: ReadyTemplate;
  /** By the key of a place. */
  variables: Readonly<Record<string, BroadcastVariable>>;
}

/** `excluded`: the person is not to be sent it any more. `failed`: it cannot be made for them. */
export type BroadcastOutcome =
  | { state: "queued" }
  | { state: "excluded"; reason: ExclusionReason }
  | { state: "failed"; reason: "recipientInvalid" | "templateParameters" };

const day = 24 * 3_600_000;

/**
 * Queues a plan's message to a number: its contact, lead and conversation are found or made. Nobody is notified, nothing is
 * read and the assistant goes on. The caller's transaction decides whether it is sent: once, or not at all.
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
  const reason = await reasonToExclude(tx, { scope, contact, conversation, template: one.template, now });
  if (reason) return { state: "excluded", reason };
  const filled = fill(one, await factsOf(tx, scope, one, lead));
  if (!filled) return { state: "failed", reason: "templateParameters" };
  const { templateId, name, language, category, pictureFileId } = one.template;
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

/** What was right when the plan began may have changed before this person's turn. */
async function reasonToExclude(
  tx: Tx,
  of: { scope: Scope; contact: Contact; conversation: Conversation; template: ReadyTemplate; now: Date },
): Promise<ExclusionReason | null> {
  const { contact, conversation, now } = of;
  if (contact.blocked_at) return "blocked";
  if (of.template.category !== "marketing") return null;
  if (contact.marketing_stopped_at) return "optedOut";
  if (!(await mayReceiveNews(tx, of.scope, { leadId: contact.lead_id, channel: "whatsapp" })))
    return "consentWithdrawn";
  const dayAgo = new Date(now.getTime() - day);
  const { last_inbound_at: heardAt } = conversation;
  const since = heardAt && heardAt > dayAgo ? heardAt : dayAgo;
  return (await marketingSentSince(tx, conversation, since)) ? "recentMarketing" : null;
}

type Facts = Readonly<Record<VariableSource, string>>;
type Lead = NonNullable<ReturnType<Awaited<ReturnType<typeof leadHeads>>["get"]>>;

/** What somebody would read, and who they are; empty without a template, or where it cannot be filled for them. */
export async function fillForLead(
  tx: Tx,
  scope: Scope,
  to: Pick<BroadcastMessage, "variables" | "phone"> & { leadId: LeadId | null; template: ReadyTemplate | null },
): Promise<{ nickname: string; text: string }> {
  const lead = to.leadId ? (await leadHeads(tx, scope, [to.leadId])).get(to.leadId) : undefined;
  const facts = lead ? await factsOf(tx, scope, to, lead) : { none: "", nickname: "", sales: "", branch: "" };
  const filled = to.template && fill({ template: to.template, variables: to.variables }, facts);
  return { nickname: lead?.nickname ?? `+${to.phone}`, text: filled?.text ?? "" };
}

async function factsOf(
  tx: Tx,
  scope: Scope,
  { variables }: Pick<BroadcastMessage, "variables">,
  lead: Lead,
): Promise<Facts> {
  const wanted = new Set(Object.values(variables).map(({ source }) => source));
  const { salesId, branchId, nickname } = lead;
  const sales = salesId && wanted.has("sales") ? (await peopleByIds(tx, scope, [salesId])).get(salesId) : undefined;
  const branch = wanted.has("branch") ? await branchById(tx, scope, branchId) : undefined;
  return { none: "", nickname, sales: sales?.nickname ?? "", branch: branch?.name ?? "" };
}

/** Null when a place stays empty or gets too long for this person. */
function fill(
  { template, variables }: Pick<BroadcastMessage, "template" | "variables">,
  facts: Facts,
): ReturnType<ReadyTemplate["fill"]> | null {
  const values = Object.entries(variables).map(([key, { source, text }]) => [key, facts[source] || text] as const);
  try {
    return template.fill(Object.fromEntries(values));
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
