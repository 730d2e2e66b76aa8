import { behaviourOf } from "./behaviours.ts";
import type { Channel } from "./channel.ts";
import { adWindowOpen, type Chat, type ChatMessage, type MessageState } from "./chats.ts";
import { type StatusPayload, seconds, statusEnvelope } from "./envelope.ts";
import { type GraphErrorName, statusError } from "./graph-errors.ts";
import type { Customer } from "./phone-book.ts";
import { viewKey, type WhatsAppSandbox } from "./whatsapp-sandbox.ts";

/** A message that the business is sending to a customer. */
export interface SentMessage {
  channel: Channel;
  customer: Customer;
  chat: Chat;
  message: ChatMessage;
}

const RANK: Record<MessageState, number> = { accepted: 0, sent: 1, delivered: 2, read: 3, failed: 4 };
/** From delivery to blue ticks while the customer has the chat open. */
const GLANCE_MS = 250;
/** Between statuses that arrive in the wrong order. */
const REVERSED_GAP_MS = 80;

/** Simulates a message after Meta has accepted it: webhooks report its statuses. */
export function beginLife(sandbox: WhatsAppSandbox, sent: SentMessage): void {
  const { timing } = sandbox.switches;
  const { fails } = sent.message;
  if (fails !== undefined) return sandbox.timers.later(timing.deliveredMs, () => fail(sandbox, sent, fails));
  if (behaviourOf(sent.customer.behaviour).statuses === "reversed") {
    return sandbox.timers.later(timing.deliveredMs, () => reverse(sandbox, sent));
  }
  // One after the other: in a slow process, two timers can fire in either order.
  sandbox.timers.later(timing.sentMs, () => {
    report(sandbox, sent, "sent");
    sandbox.timers.later(Math.max(0, timing.deliveredMs - timing.sentMs), () => arrive(sandbox, sent));
  });
}

/** The phone is on again: waiting messages arrive. */
export function arriveHeld(sandbox: WhatsAppSandbox, customer: Customer): void {
  for (const sent of sentTo(sandbox, customer)) {
    if (sent.message.state === "sent") arrive(sandbox, sent);
  }
}

/** The customer looks at the chat: all delivered messages are read. */
export function readChat(sandbox: WhatsAppSandbox, chat: Chat): void {
  chat.unread = 0;
  const customer = sandbox.phoneBook.find(chat.customerId);
  if (customer === undefined) return;
  for (const sent of sentTo(sandbox, customer)) {
    if (sent.chat === chat && sent.message.state === "delivered") report(sandbox, sent, "read");
  }
  sandbox.news.chatChanged(customer.id);
}

/** The customer listened to a voice message. */
export function playVoice(sandbox: WhatsAppSandbox, sent: SentMessage): void {
  if (sent.message.played) return;
  sent.message.played = true;
  postStatus(sandbox, sent, "played");
  sandbox.news.chatChanged(sent.customer.id);
}

/** Continues with messages that were in progress when the sandbox last stopped. */
export function resumeLives(sandbox: WhatsAppSandbox): void {
  for (const customer of sandbox.phoneBook.list()) {
    for (const sent of sentTo(sandbox, customer)) {
      const lost = behaviourOf(customer.behaviour).statuses === "lost";
      if (!lost && (sent.message.state === "accepted" || sent.message.state === "sent")) beginLife(sandbox, sent);
    }
  }
}

export function sentTo(sandbox: WhatsAppSandbox, customer: Customer): SentMessage[] {
  return sandbox.chats.ofCustomer(customer.id).flatMap((chat) => {
    const channel = sandbox.channels.byPhoneNumberId(chat.phoneNumberId);
    if (channel === undefined) return [];
    return chat.messages
      .filter((one) => one.from === "business")
      .map((message) => ({ channel, customer, chat, message }));
  });
}

function arrive(sandbox: WhatsAppSandbox, sent: SentMessage): void {
  const { customer, chat, message } = sent;
  if (!customer.online || RANK[message.state] >= RANK.delivered) return;
  const viewed = sandbox.viewers.has(viewKey(chat.phoneNumberId, chat.customerId));
  delete chat.typingUntil;
  if (!viewed) chat.unread += 1;
  if (behaviourOf(customer.behaviour).statuses === "readOnly") return report(sandbox, sent, "read");
  report(sandbox, sent, "delivered");
  if (viewed) sandbox.timers.later(GLANCE_MS, () => readIfViewed(sandbox, sent));
  else if (sandbox.switches.autoRead)
    sandbox.timers.later(sandbox.switches.timing.readMs, () => report(sandbox, sent, "read"));
}

function readIfViewed(sandbox: WhatsAppSandbox, sent: SentMessage): void {
  if (sandbox.viewers.has(viewKey(sent.chat.phoneNumberId, sent.chat.customerId))) report(sandbox, sent, "read");
}

function reverse(sandbox: WhatsAppSandbox, sent: SentMessage): void {
  report(sandbox, sent, "read");
  sandbox.timers.later(REVERSED_GAP_MS, () => postStatus(sandbox, sent, "delivered"));
  sandbox.timers.later(REVERSED_GAP_MS * 2, () => postStatus(sandbox, sent, "sent"));
}

function fail(sandbox: WhatsAppSandbox, sent: SentMessage, failure: GraphErrorName): void {
  sent.message.error = statusError(failure);
  report(sandbox, sent, "failed");
}

/** Moves the message forward, never back, and notifies the business. */
function report(sandbox: WhatsAppSandbox, sent: SentMessage, state: Exclude<MessageState, "accepted">): void {
  if (RANK[sent.message.state] >= RANK[state]) return;
  sent.message.state = state;
  postStatus(sandbox, sent, state);
  if (sent.customer.origin !== "load") sandbox.news.chatChanged(sent.customer.id);
}

function postStatus(sandbox: WhatsAppSandbox, sent: SentMessage, status: StatusPayload["status"]): void {
  const { statuses } = behaviourOf(sent.customer.behaviour);
  if (statuses === "lost") return;
  const envelope = statusEnvelope(sent.channel, statusPayload(sent, status));
  sandbox.webhooks.post(sent.channel, envelope, `status ${status}`);
  if (statuses === "twice") sandbox.webhooks.post(sent.channel, envelope, `status ${status}`);
}

function statusPayload(sent: SentMessage, status: StatusPayload["status"]): StatusPayload {
  const { customer, message } = sent;
  return {
    id: message.id,
    status,
    timestamp: seconds(Date.now()),
    ...(customer.phone === undefined ? {} : { recipient_id: customer.phone }),
    recipient_user_id: customer.userId,
    ...(status === "sent" || status === "delivered" ? priceOf(sent) : {}),
    ...(status === "failed" && message.error !== undefined ? { errors: [message.error] } : {}),
    ...(message.callbackData === undefined ? {} : { biz_opaque_callback_data: message.callbackData }),
  };
}

/** For each delivered message since October 2026: free after an ad, and for a number's first thousand replies of a month. */
function priceOf({ chat, message }: SentMessage): Pick<StatusPayload, "conversation" | "pricing"> {
  const now = Date.now();
  const category = (message.category ?? "service").toLowerCase();
  const free = adWindowOpen(chat, now) ? "free_entry_point" : "free_customer_service";
  const billable = !adWindowOpen(chat, now) && category !== "service";
  return {
    conversation: { id: conversationId(chat, category), origin: { type: category } },
    pricing: { billable, pricing_model: "PMP", category, type: billable ? "regular" : free },
  };
}

function conversationId(chat: Chat, category: string): string {
  return Buffer.from(`${chat.phoneNumberId} ${chat.customerId} ${category}`)
    .toString("hex")
    .slice(-32)
    .padStart(32, "0");
}
