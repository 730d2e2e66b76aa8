import type { GraphErrorName, StatusError } from "./graph-errors.ts";
import type { Customer } from "./phone-book.ts";
import type { ShownProduct } from "./shown-products.ts";
import type { TemplatePreview } from "./templates.ts";

export type MessageState = "accepted" | "sent" | "delivered" | "read" | "failed";

export interface ChatMessage {
  id: string;
  from: "customer" | "business";
  /** Milliseconds since 1970. */
  at: number;
  kind: string;
  /** The wire's object of this kind. */
  body: unknown;
  /** The progress of the business's messages; the customer's are `read` once the business has marked them so. */
  state: MessageState;
  quotedId?: string;
  callbackData?: string;
  category?: string;
  preview?: TemplatePreview;
  /** The products of a product message, from the catalogue. */
  products?: ShownProduct[];
  /** Why it will never arrive; decided when it is accepted. */
  fails?: GraphErrorName;
  error?: StatusError;
  /** Emoji by side. */
  reactions: { customer?: string; business?: string };
  fromAd?: boolean;
  edited?: boolean;
  revoked?: boolean;
  played?: boolean;
}

export interface Chat {
  phoneNumberId: string;
  customerId: string;
  messages: ChatMessage[];
  /** When the customer last wrote, the start of the 24-hour window. */
  lastInboundAt?: number;
  /** When the customer last came from an ad, and when the business answered. */
  adEntryAt?: number;
  adAnsweredAt?: number;
  /** Until when the business is shown as typing. */
  typingUntil?: number;
  /** The number of messages that the customer has not looked at. */
  unread: number;
}

export interface Chats {
  open(phoneNumberId: string, customer: Customer): Chat;
  find(phoneNumberId: string, customerId: string): Chat | undefined;
  ofCustomer(customerId: string): Chat[];
  add(chat: Chat, message: ChatMessage): void;
  message(id: string): { chat: Chat; message: ChatMessage } | undefined;
  forget(customerId: string): void;
  all(): Chat[];
  restore(chats: readonly Chat[]): void;
}

/** How many messages of a chat are kept, so that the page stays fast. */
const MOST_MESSAGES = 300;
const HOUR = 3_600_000;

export function createChats(mostMessages = MOST_MESSAGES): Chats {
  const byCustomer = new Map<string, Chat[]>();
  const index = new Map<string, { chat: Chat; message: ChatMessage }>();
  const find = (phoneNumberId: string, customerId: string) =>
    byCustomer.get(customerId)?.find((chat) => chat.phoneNumberId === phoneNumberId);
  const put = (chat: Chat) => {
    const chats = byCustomer.get(chat.customerId);
    if (chats === undefined) byCustomer.set(chat.customerId, [chat]);
    else chats.push(chat);
    for (const message of chat.messages) index.set(message.id, { chat, message });
  };
  return {
    find,
    open(phoneNumberId, customer) {
      const known = find(phoneNumberId, customer.id);
      if (known !== undefined) return known;
      const chat: Chat = { phoneNumberId, customerId: customer.id, messages: [], unread: 0 };
      put(chat);
      return chat;
    },
    ofCustomer: (customerId) => byCustomer.get(customerId) ?? [],
    add(chat, message) {
      chat.messages.push(message);
      index.set(message.id, { chat, message });
      if (chat.messages.length <= mostMessages) return;
      const oldest = chat.messages.shift();
      if (oldest !== undefined) index.delete(oldest.id);
    },
    message: (id) => index.get(id),
    forget(customerId) {
      for (const chat of byCustomer.get(customerId) ?? []) {
        for (const message of chat.messages) index.delete(message.id);
      }
      byCustomer.delete(customerId);
    },
    all: () => [...byCustomer.values()].flat(),
    restore(chats) {
      for (const chat of chats) put(chat);
    },
  };
}

/** Whether the 72 hours after an ad apply: they start with the business's answer if that came within 24 hours. */
export function adWindowOpen(chat: Chat, now: number): boolean {
  if (chat.adEntryAt === undefined || chat.adAnsweredAt === undefined) return false;
  return chat.adAnsweredAt - chat.adEntryAt < 24 * HOUR && now < chat.adAnsweredAt + 72 * HOUR;
}

/** When free-form messages stop being delivered; undefined if they already have. */
export function windowEndsAt(chat: Chat, now: number): number | undefined {
  const service = chat.lastInboundAt === undefined ? 0 : chat.lastInboundAt + 24 * HOUR;
  const ad = adWindowOpen(chat, now) ? (chat.adAnsweredAt ?? 0) + 72 * HOUR : 0;
  const end = Math.max(service, ad);
  return end > now ? end : undefined;
}
