import { failureReasons } from "@homeroom/contract/failure-reasons";
import { AccountId, BranchId, ChannelId, ConversationId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

/** The people with access to a conversation, from its row at the time of the event: the source of the socket rooms. */
const Audience = z.object({ branchId: BranchId, salesId: AccountId.nullable(), tutorId: AccountId.nullable() });
export type Audience = z.infer<typeof Audience>;

const Changed = Audience.extend({ conversationId: ConversationId, leadId: LeadId, version: z.number().int() });

/** A message came, or its state, text, reactions or file changed; its conversation changed with it. */
export const messageChanged = defineEvent(
  "message.changed",
  Changed.extend({ messageId: MessageId, inbound: z.boolean() }),
);

/** Messages of broadcasts were sent or changed their state, in conversations that the same people see. */
export const messagesChanged = defineEvent(
  "messages.changed",
  Audience.extend({ changes: z.array(z.object({ conversationId: ConversationId, version: z.number().int() })) }),
);

/** Something else in a conversation changed. `before`: who saw it until now, if that changed. */
export const conversationChanged = defineEvent("conversation.changed", Changed.extend({ before: Audience.nullable() }));

/** A message is to be sent; not before `notBefore`, if given. */
export const messageQueued = defineEvent(
  "message.queued",
  z.object({ conversationId: ConversationId, notBefore: z.iso.datetime().nullable() }),
);

/** A customer sent a file that is still at the provider. */
export const fileExpected = defineEvent("message.file-expected", z.object({ messageId: MessageId }));

/** Somebody added us as a friend. */
export const contactFollowed = defineEvent("contact.followed", z.object({ contactId: z.uuid(), branchId: BranchId }));

/** A person is known only by an id: their name and picture must be requested. */
export const contactUnnamed = defineEvent("contact.unnamed", z.object({ contactId: z.uuid() }));

/** Staff have read up to here; the customer gets a read receipt. */
export const conversationRead = defineEvent("conversation.read", z.object({ conversationId: ConversationId }));

/** A conversation was snoozed until `until`, unless somebody changes that meanwhile. */
export const conversationSnoozed = defineEvent(
  "conversation.snoozed",
  z.object({ conversationId: ConversationId, until: z.iso.datetime() }),
);

/**
 * Nobody holds the conversation any more, or it was reopened: unanswered messages are checked again. `held`: from when
 * to when a person or the assistant held it.
 */
export const conversationFreed = defineEvent(
  "conversation.freed",
  z.object({
    conversationId: ConversationId,
    held: z.object({ since: z.iso.datetime(), until: z.iso.datetime() }).nullable(),
  }),
);

/** Somebody opened or left a conversation, or started or stopped typing in it. */
export const presenceChanged = defineEvent(
  "conversation.presence-changed",
  Audience.extend({ conversationId: ConversationId }),
);

/** Staff reacted to a customer's message, or removed the reaction. */
export const reactionGiven = defineEvent(
  "message.reaction-given",
  z.object({ conversationId: ConversationId, messageId: MessageId }),
);

/** A message is to be sent at a certain time. */
export const messageScheduled = defineEvent(
  "message.scheduled",
  z.object({ scheduledId: RecordId, sendAt: z.iso.datetime() }),
);

const ConversationRef = z.object({ conversationId: ConversationId, leadId: LeadId, version: z.number().int() });

/** A scheduled message was not sent. `reason` is a name of the error catalogue. */
export const scheduledRefused = defineEvent(
  "message.scheduled-refused",
  ConversationRef.extend({ accountId: AccountId, reason: z.string() }),
);

/** WhatsApp refused a sent template. `reason`: one of the contract's failure reasons. */
export const templateRefused = defineEvent(
  "template.refused",
  z.object({ templateId: RecordId, reason: z.enum(failureReasons), sentAt: z.iso.datetime() }),
);

/** A channel was connected, changed its number or keys, or was switched on: earlier deliveries for it are replayed. */
export const channelConnected = defineEvent("channel.connected", z.object({ channelId: ChannelId }));

/** A channel that does not work until one of `people` acts. */
const ChannelFailure = z.object({
  channelId: ChannelId,
  kind: z.enum(["whatsapp", "line"]),
  name: z.string(),
  at: z.iso.datetime(),
  people: z.array(AccountId),
});

/** A channel has stopped sending until somebody acts. `people`: those with the right to act. */
export const channelStopped = defineEvent("channel.stopped", ChannelFailure);

/** The provider restricted or warned a channel's business account. `people`: who can change the channel's settings. */
export const channelWarned = defineEvent(
  "channel.warned",
  z.object({ channelId: ChannelId, name: z.string(), at: z.string(), people: z.array(AccountId) }),
);

/** A channel's secret does not fit its provider's calls, so no messages arrive. `people`: who can change its settings. */
export const channelRefused = defineEvent("channel.refused", ChannelFailure);

/** Somebody wrote a note that names colleagues. */
export const colleaguesMentioned = defineEvent(
  "note.colleagues-mentioned",
  ConversationRef.extend({ accountIds: z.array(AccountId), by: z.string() }),
);
