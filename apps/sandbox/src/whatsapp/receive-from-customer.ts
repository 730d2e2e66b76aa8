import { behaviourOf } from "./behaviours.ts";
import type { Channel } from "./channel.ts";
import type { Chat, ChatMessage } from "./chats.ts";
import { type InboundPayload, messagesEnvelope, preferenceEnvelope, seconds } from "./envelope.ts";
import { makeBusinessScopedId, makeMessageId } from "./ids.ts";
import {
  contextOf,
  type Draft,
  type DraftContext,
  DraftRefusal,
  inboundFields,
  referralOf,
} from "./inbound-content.ts";
import type { Customer } from "./phone-book.ts";
import { asText, isObject } from "./read-fields.ts";
import { sampleCart } from "./shown-products.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

interface Inbound {
  channel: Channel;
  customer: Customer;
  draft: Draft;
  publicUrl: string;
}

/** A customer writes: shows it on the phone and posts the webhook. Throws DraftRefusal. */
export function receiveFromCustomer(sandbox: WhatsAppSandbox, inbound: Inbound): InboundPayload {
  const { channel, customer, draft } = inbound;
  const chat = sandbox.chats.open(channel.phoneNumberId, customer);
  const context: DraftContext = {
    channel,
    chat,
    publicUrl: inbound.publicUrl,
    findMedia: (id) => sandbox.media.get(id),
    cart: () => sampleCart(sandbox.catalogues, channel.catalogueId ?? ""),
    findMessage: (id) => sandbox.chats.message(id)?.message,
  };
  const fields = { ...contextOf(draft, context), ...referralOf(draft.referral), ...inboundFields(draft, context) };
  const message = wireMessage(customer, draft, fields);
  const shown = show(sandbox, chat, message);
  if (draft.referral !== undefined && draft.referral !== false) {
    chat.adEntryAt = Date.now();
    delete chat.adAnsweredAt;
  }
  if (message.type !== "system") chat.lastInboundAt = Date.now();
  post(sandbox, inbound, message, shown);
  sandbox.news.chatChanged(customer.id);
  return message;
}

/** The customer changes their number: WhatsApp notifies the business, and their business-scoped id changes too. */
export function changeNumber(sandbox: WhatsAppSandbox, inbound: Omit<Inbound, "draft">, phone: string): InboundPayload {
  const { customer } = inbound;
  const before = customer.phone ?? customer.userId;
  const userId = makeBusinessScopedId(phone);
  const system = {
    type: "user_changed_number",
    body: `User ${customer.name} changed from ${before} to ${phone}`,
    wa_id: phone,
    user_id: userId,
  };
  const message = receiveFromCustomer(sandbox, { ...inbound, draft: { type: "system", system } });
  sandbox.phoneBook.changePhone(customer, phone, userId);
  return message;
}

/** The customer stops or resumes marketing messages in WhatsApp itself. */
export function changePreference(
  sandbox: WhatsAppSandbox,
  channel: Channel,
  customer: Customer,
  value: "stop" | "resume",
): void {
  customer.marketingStopped = value === "stop";
  sandbox.webhooks.post(channel, preferenceEnvelope(channel, customer, value), `preference ${value}`);
  sandbox.news.chatChanged(customer.id);
}

export function wireMessage(customer: Customer, draft: Draft, fields: Record<string, unknown>): InboundPayload {
  const type = draft.type === "raw" ? asText(fields.type, "unknown") : draft.type;
  return {
    ...(customer.phone === undefined ? {} : { from: customer.phone }),
    from_user_id: customer.userId,
    id: typeof draft.id === "string" ? draft.id : makeMessageId(customer.phone ?? customer.userId, "from-customer"),
    timestamp: seconds(typeof draft.at === "number" ? draft.at : Date.now()),
    ...fields,
    type,
  };
}

/** Shows the message on the phone; reactions, edits and revokes change the message that they refer to. */
function show(sandbox: WhatsAppSandbox, chat: Chat, message: InboundPayload): ChatMessage | undefined {
  const body = message[message.type];
  if (message.type === "reaction" && isObject(body)) {
    const target = sandbox.chats.message(String(body.message_id))?.message;
    if (target === undefined) return undefined;
    if (typeof body.emoji === "string") target.reactions.customer = body.emoji;
    else delete target.reactions.customer;
    return undefined;
  }
  if ((message.type === "edit" || message.type === "revoke") && isObject(body)) {
    revise(sandbox, message.type, body);
    return undefined;
  }
  const quoted = isObject(message.context) && typeof message.context.id === "string" ? message.context.id : undefined;
  const shown: ChatMessage = {
    id: message.id,
    from: "customer",
    at: Date.now(),
    kind: message.type,
    body,
    state: "accepted",
    reactions: {},
    ...(quoted === undefined ? {} : { quotedId: quoted }),
    ...(message.referral === undefined ? {} : { fromAd: true }),
  };
  sandbox.chats.add(chat, shown);
  return shown;
}

function revise(sandbox: WhatsAppSandbox, type: "edit" | "revoke", body: Record<string, unknown>): void {
  const target = sandbox.chats.message(String(body.original_message_id))?.message;
  if (target?.from !== "customer") throw new DraftRefusal("only the customer's own messages can be changed");
  if (type === "revoke") {
    target.revoked = true;
    return;
  }
  if (target.kind !== "text" || !isObject(body.message)) throw new DraftRefusal("only texts can be edited");
  target.body = body.message.text;
  target.edited = true;
}

function post(
  sandbox: WhatsAppSandbox,
  inbound: Inbound,
  message: InboundPayload,
  shown: ChatMessage | undefined,
): void {
  const { channel, customer, draft } = inbound;
  const envelope = messagesEnvelope(channel, [{ customer, message }]);
  const delivery = sandbox.webhooks.post(channel, envelope, `message ${message.type}`);
  if (shown !== undefined) sandbox.carried.set(delivery.id, shown.id);
  if (behaviourOf(customer.behaviour).statuses === "twice" || draft.twice === true) {
    sandbox.webhooks.post(channel, envelope, `message ${message.type}`);
  }
}
