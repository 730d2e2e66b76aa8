import { isMediaKind } from "./attachment.ts";
import { behaviourOf } from "./behaviours.ts";
import { type Channel, digitsOf } from "./channel.ts";
import { type Chat, type ChatMessage, windowEndsAt } from "./chats.ts";
import { type GraphErrorName, GraphRefusal } from "./graph-errors.ts";
import { makeMessageId } from "./ids.ts";
import { fitsKind } from "./media-rules.ts";
import { beginLife } from "./message-life.ts";
import type { OutgoingMessage, ReadReceipt } from "./outgoing-message.ts";
import type { Customer } from "./phone-book.ts";
import { isObject } from "./read-fields.ts";
import { shownProducts } from "./shown-products.ts";
import { previewTemplate, type TemplatePreview } from "./templates.ts";
import type { WhatsAppSandbox } from "./whatsapp-sandbox.ts";

const TYPING_MS = 25_000;

/** The recipient of a send: a known customer, or a stranger, who is added. */
function recipientOf(sandbox: WhatsAppSandbox, channel: Channel, outgoing: OutgoingMessage): Customer {
  const { phone, userId } = outgoing;
  if (phone !== undefined && phone === digitsOf(channel.displayPhoneNumber))
    throw new GraphRefusal("recipientIsSender");
  const known = sandbox.phoneBook.find(phone ?? userId ?? "");
  if (known !== undefined) return known;
  if (phone !== undefined) return sandbox.phoneBook.add({ name: `+${phone}`, phone, origin: "reached" });
  return sandbox.phoneBook.add({
    name: outgoing.input,
    ...(userId === undefined ? {} : { userId }),
    behaviour: "notOnWhatsApp",
    origin: "reached",
  });
}

/** Accepts a message: stores it, starts its statuses, and answers like Meta. Throws GraphRefusal. */
export function acceptMessage(sandbox: WhatsAppSandbox, channel: Channel, outgoing: OutgoingMessage): object {
  const template = lookUpTemplate(sandbox, channel, outgoing);
  const products = shownProducts(sandbox.catalogues, channel, outgoing.content);
  const mediaFailure = checkMedia(sandbox, channel, outgoing);
  const customer = recipientOf(sandbox, channel, outgoing);
  sandbox.limits.check(sandbox.switches, channel.phoneNumberId, customer.id);
  const chat = sandbox.chats.open(channel.phoneNumberId, customer);
  if (sandbox.switches.strangersOpen && customer.origin === "reached" && chat.messages.length === 0)
    chat.lastInboundAt ??= Date.now();
  const message = toChatMessage(outgoing, customer, { ...template, ...(products && { products }) });
  if (chat.adEntryAt !== undefined) chat.adAnsweredAt ??= message.at;
  const fails = failureOf(chat, customer, message) ?? mediaFailure;
  if (fails !== undefined) message.fails = fails;
  keep(sandbox, { chat, customer }, message);
  beginLife(sandbox, { channel, customer, chat, message });
  if (customer.origin !== "load") sandbox.news.chatChanged(customer.id);
  return {
    messaging_product: "whatsapp",
    contacts: [
      {
        input: outgoing.input,
        ...(customer.phone === undefined ? {} : { wa_id: customer.phone }),
        user_id: customer.userId,
      },
    ],
    messages: [{ id: message.id, ...(template === undefined ? {} : { message_status: "accepted" }) }],
  };
}

/** Sets blue ticks on the customer's phone for this message and all earlier ones, and shows typing. */
export function markRead(sandbox: WhatsAppSandbox, channel: Channel, receipt: ReadReceipt): void {
  const found = sandbox.chats.message(receipt.messageId);
  if (found?.message.from !== "customer" || found.chat.phoneNumberId !== channel.phoneNumberId) {
    throw new GraphRefusal("invalidParameter", `Message ${receipt.messageId} was not received by this number`);
  }
  const { chat, message } = found;
  for (const one of chat.messages) {
    if (one.from === "customer" && one.at <= message.at) one.state = "read";
  }
  if (receipt.typing) chat.typingUntil = Date.now() + TYPING_MS;
  sandbox.news.chatChanged(chat.customerId);
}

function lookUpTemplate(
  sandbox: WhatsAppSandbox,
  channel: Channel,
  { content }: OutgoingMessage,
): { category: string; preview: TemplatePreview } | undefined {
  if (content.kind !== "template" || !isObject(content.body)) return undefined;
  const { name, language } = content.body;
  const code = isObject(language) ? String(language.code) : "";
  const template = sandbox.templates.usable(channel.businessAccountId, String(name), code);
  return { category: template.category, preview: previewTemplate(template, content.body) };
}

/** An unknown id is refused at once; a file of the wrong type fails later, because Meta checks it only then. */
function checkMedia(
  sandbox: WhatsAppSandbox,
  channel: Channel,
  { content }: OutgoingMessage,
): GraphErrorName | undefined {
  const fits = content.media.map(({ id, kind, path }) => {
    const media = sandbox.media.get(id);
    if (media === undefined || media.phoneNumberId !== channel.phoneNumberId) {
      const details = `Param ${path}['id'] is not a valid whatsapp business account media attachment ID`;
      throw new GraphRefusal("invalidParameter", details);
    }
    return fitsKind(media.mimeType, kind);
  });
  return fits.every(Boolean) ? undefined : "mediaUpload";
}

function toChatMessage(
  outgoing: OutgoingMessage,
  customer: Customer,
  shown: Pick<ChatMessage, "category" | "preview" | "products">,
): ChatMessage {
  const { content, quotedId, callbackData } = outgoing;
  return {
    id: makeMessageId(customer.phone ?? customer.userId, "from-business"),
    from: "business",
    at: Date.now(),
    kind: content.kind,
    body: content.body,
    state: "accepted",
    reactions: {},
    ...shown,
    ...(quotedId === undefined ? {} : { quotedId }),
    ...(callbackData === undefined ? {} : { callbackData }),
  };
}

function keep(
  sandbox: WhatsAppSandbox,
  { chat, customer }: { chat: Chat; customer: Customer },
  message: ChatMessage,
): void {
  if (message.kind !== "reaction" || !isObject(message.body)) return sandbox.chats.add(chat, message);
  const target = sandbox.chats.message(String(message.body.message_id));
  // A stranger may have written before the sandbox started, so the target can be unknown here.
  if (target === undefined && isStrangerToUs(chat, customer)) return;
  if (target === undefined || target.chat !== chat) {
    throw new GraphRefusal("badParameter", "Param reaction['message_id'] is not a message of this conversation");
  }
  if (message.fails !== undefined) return;
  const emoji = String(message.body.emoji);
  if (emoji === "") delete target.message.reactions.business;
  else target.message.reactions.business = emoji;
}

/** Why the message will not arrive; undefined if it will. */
function failureOf(chat: Chat, customer: Customer, message: ChatMessage): GraphErrorName | undefined {
  const marketing = message.category === "MARKETING";
  const fail = behaviourOf(customer.behaviour).fail;
  if (fail !== undefined && (fail.only === undefined || (fail.only === "marketing" ? marketing : hasMedia(message)))) {
    return fail.error;
  }
  if (marketing && customer.marketingStopped) return "marketingStopped";
  if (message.category !== undefined || isStrangerToUs(chat, customer)) return undefined;
  return windowEndsAt(chat, Date.now()) === undefined ? "windowClosed" : undefined;
}

/**
 * A stranger, known only because the business wrote to them. They may be in its demo data and have written before the
 * sandbox started, so its claim of an open window is believed.
 */
function isStrangerToUs(chat: Chat, customer: Customer): boolean {
  return customer.origin === "reached" && chat.lastInboundAt === undefined;
}

function hasMedia(message: ChatMessage): boolean {
  return isMediaKind(message.kind) || message.preview?.headerMedia !== undefined;
}
