import { type Chat, type ChatMessage, windowEndsAt } from "../whatsapp/chats.ts";
import type { Customer } from "../whatsapp/phone-book.ts";
import { cartLines } from "../whatsapp/shown-products.ts";
import type { WhatsAppSandbox } from "../whatsapp/whatsapp-sandbox.ts";

/** A customer as the page's list shows them, with the end of their chat with this number. */
export function presentCustomer(sandbox: WhatsAppSandbox, customer: Customer, phoneNumberId: string): object {
  const chat = sandbox.chats.find(phoneNumberId, customer.id);
  const last = chat?.messages.findLast(isOnPhone(customer));
  return {
    ...customer,
    unread: chat?.unread ?? 0,
    windowEndsAt: (chat && windowEndsAt(chat, Date.now())) ?? null,
    last:
      last === undefined
        ? null
        : { kind: last.kind, body: last.body, from: last.from, at: last.at, state: last.state, preview: last.preview },
  };
}

export function presentChat(sandbox: WhatsAppSandbox, customer: Customer, chat: Chat): object {
  return {
    customer: presentCustomer(sandbox, customer, chat.phoneNumberId),
    typing: chat.typingUntil !== undefined && chat.typingUntil > Date.now(),
    messages: chat.messages.map((message) => presentMessage(sandbox, message)),
  };
}

function presentMessage(sandbox: WhatsAppSandbox, message: ChatMessage): object {
  const quoted = message.quotedId === undefined ? undefined : sandbox.chats.message(message.quotedId)?.message;
  const cart = cartLines(sandbox.catalogues, message);
  return {
    ...message,
    ...(cart && { cart }),
    ...(quoted === undefined
      ? {}
      : { quoted: { kind: quoted.kind, body: quoted.body, from: quoted.from, preview: quoted.preview } }),
  };
}

/** Undelivered messages do not count as the customer's last message. */
function isOnPhone(customer: Customer): (message: ChatMessage) => boolean {
  return (message) =>
    message.from === "customer" ||
    message.state === "delivered" ||
    message.state === "read" ||
    customer.behaviour === "lost";
}
