import { type ConversationId, MessageId } from "@homeroom/contract/ids";
import type { MessageTable } from "@homeroom/database/inbox-tables";
import type { Insertable } from "kysely";
import { v7 } from "uuid";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { stateOf } from "../../conversations/queries/conversation-filters.ts";
import { type Conversation, messageChange } from "../../conversations/writes/change-conversation.ts";
import type { InboundMessage, InboundStatus } from "../../port.ts";
import { afterStatus, customerTime, isUnreadByCustomer } from "../../rules.ts";
import { messageKey } from "../../sending/writes/lock-provider-id.ts";
import { afterArrival, arrivedRow } from "./arrival.ts";
import type { KnownMessage, LoadedConversations } from "./load-talks.ts";
import type { PlainDelivery } from "./plain-events.ts";

/** An outbound message whose state a status changed. */
export interface MessageStatusChange {
  message_id: MessageId;
  state: KnownMessage["state"];
  provider_message_id: string | null;
  /** JSON; null if no status carried it. */
  pricing: string | null;
  version: number;
}

/** Changes collected from a batch of events; written when the batch ends. */
export interface Changes {
  contacts: Map<string, Contact>;
  /** Conversations with inbound messages; conversations in which only outbound messages changed state. */
  heard: Map<ConversationId, Conversation>;
  told: Map<ConversationId, Conversation>;
  /** Conversations in which only broadcast messages changed; no list shows those. */
  broadcast: Map<ConversationId, Conversation>;
  arrived: Insertable<MessageTable>[];
  messageStatuses: Map<MessageId, MessageStatusChange>;
  events: ReturnType<typeof messageChange>[];
}

export function noChanges(): Changes {
  return {
    contacts: new Map(),
    heard: new Map(),
    told: new Map(),
    broadcast: new Map(),
    arrived: [],
    messageStatuses: new Map(),
    events: [],
  };
}

/** `alone`: it needs more than a batch can do; `elsewhere`: another transaction has its message. Neither changes anything. */
type EventOutcome = "done" | "alone" | "elsewhere";

/** Applies one event to what was loaded, by the rules of receive-message.ts and receive-status.ts. */
export function applyEvent(
  talks: LoadedConversations,
  changes: Changes,
  { delivery, event }: PlainDelivery,
): EventOutcome {
  const key = messageKey(delivery.channelId, event.providerMessageId);
  if (!talks.held.has(key)) return event.type === "status" ? "elsewhere" : "alone";
  return event.type === "message"
    ? applyMessage(talks, changes, { channelId: delivery.channelId, key, message: event })
    : applyStatus(talks, changes, { channelId: delivery.channelId, key, status: event });
}

function applyMessage(
  talks: LoadedConversations,
  changes: Changes,
  { channelId, key, message }: Pick<KeyOf, "channelId" | "key"> & { message: InboundMessage },
): "done" | "alone" {
  if (talks.messages.has(key)) return "done";
  const contact = talks.contactOf(channelId, message.from);
  const conversation = contact && talks.conversationOfLead.get(contact.lead_id);
  if (!conversation || stateOf(conversation) !== "open" || talks.earlyVersions.has(key)) return "alone";
  const at = customerTime(message.sentAt, new Date());
  const lead = talks.leads.note(contact.lead_id, at);
  if (!lead) return "alone";
  const messageId = MessageId.parse(v7());
  const arrival = { contact, conversation, lead, message, at };
  const after = afterArrival(arrival, messageId);
  const quoted = message.quotedId ? talks.messages.get(messageKey(channelId, message.quotedId)) : undefined;
  const quotedId = quoted?.message_id ?? null;
  const row = arrivedRow(arrival, { conversation: after.conversation, messageId, fileId: null, quotedId });
  changes.arrived.push(row);
  changes.contacts.set(contact.contact_id, Object.assign(contact, after.contactChange));
  changes.heard.set(conversation.conversation_id, Object.assign(conversation, after.conversation));
  changes.events.push(messageChange(conversation, { messageId, inbound: true }));
  talks.messages.set(key, {
    ...row,
    provider_message_id: row.provider_message_id ?? null,
    direction: "in",
    state: "received",
    broadcast_plan_id: null,
  });
  if (message.kind !== "system") talks.newest.set(conversation.conversation_id, row.position);
  return "done";
}

interface KeyOf {
  channelId: PlainDelivery["delivery"]["channelId"];
  key: string;
}

function applyStatus(
  talks: LoadedConversations,
  changes: Changes,
  { channelId, key, status }: KeyOf & { status: InboundStatus },
): EventOutcome {
  const message = talks.messages.get(key) ?? ourMessage(talks, channelId, status);
  if (!message) return "alone";
  const conversation = talks.conversations.get(message.conversation_id);
  if (!conversation) return "elsewhere";
  if (message.direction !== "out") return "done";
  const before = { state: message.state, providerMessageId: message.provider_message_id };
  const after = afterStatus(before, { id: status.providerMessageId, status: status.status });
  if (!after) return "done";
  message.state = after.state;
  message.provider_message_id = after.providerMessageId;
  talks.messages.set(key, message);
  conversation.version += 1;
  // Unread broadcasts do not count as waiting for the customer.
  const isBroadcast = message.broadcast_plan_id !== null;
  if (!isBroadcast && message.position >= (talks.newest.get(message.conversation_id) ?? 0))
    conversation.customer_unread = isUnreadByCustomer(after.state);
  const { message_id: messageId } = message;
  changes.messageStatuses.set(messageId, {
    message_id: messageId,
    state: after.state,
    provider_message_id: after.providerMessageId,
    pricing: status.pricing
      ? JSON.stringify(status.pricing)
      : (changes.messageStatuses.get(messageId)?.pricing ?? null),
    version: conversation.version,
  });
  (isBroadcast ? changes.broadcast : changes.told).set(conversation.conversation_id, conversation);
  if (!isBroadcast) changes.events.push(messageChange(conversation, { messageId, inbound: false }));
  return "done";
}

function ourMessage(talks: LoadedConversations, channelId: string, { ourId }: InboundStatus): KnownMessage | undefined {
  const message = ourId === undefined ? undefined : talks.ourMessages.get(ourId.toLowerCase());
  return message?.channel_id === channelId ? message : undefined;
}
