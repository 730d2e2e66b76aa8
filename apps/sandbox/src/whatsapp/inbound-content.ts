import { isMediaKind, type MediaKind } from "./attachment.ts";
import type { Channel } from "./channel.ts";
import { digitsOf } from "./channel.ts";
import type { Chat, ChatMessage } from "./chats.ts";
import { statusError } from "./graph-errors.ts";
import type { StoredMedia } from "./media-store.ts";
import { asText, type Fields, isObject } from "./read-fields.ts";

/** A draft that a customer cannot send; the control API answers 400. */
export class DraftRefusal extends Error {}

/** A message requested by a person or a test: `type`, and the wire's object of that type or a short form of it. */
export interface Draft extends Fields {
  type: string;
}

export interface DraftContext {
  channel: Channel;
  chat: Chat;
  findMessage(id: string): ChatMessage | undefined;
  findMedia(id: string): StoredMedia | undefined;
  publicUrl: string;
  /** A cart from the number's catalogue; undefined without one. */
  cart(): Fields | undefined;
}

/** The wire's fields of a message other than from, id, timestamp and type. */
export function inboundFields(draft: Draft, context: DraftContext): Fields {
  if (isMediaKind(draft.type)) return { [draft.type]: mediaBody(draft.type, draft, context) };
  const build = builders[draft.type];
  if (build === undefined)
    throw new DraftRefusal(`unknown type "${draft.type}"; use "raw" with a message for anything else`);
  return build(draft, context);
}

/** The wire's context, when the draft quotes or forwards. */
export function contextOf(draft: Draft, { channel, findMessage }: DraftContext): Fields {
  if (draft.forwarded === true) return { context: { forwarded: true } };
  if (draft.forwarded === "frequently") return { context: { frequently_forwarded: true } };
  if (typeof draft.quotedId !== "string") return {};
  const quoted = findMessage(draft.quotedId);
  const from = quoted?.from === "customer" ? undefined : digitsOf(channel.displayPhoneNumber);
  return { context: { ...(from === undefined ? {} : { from }), id: draft.quotedId } };
}

/** The ad that a customer clicked. `true` stands for a realistic one. */
export function referralOf(value: unknown): Fields {
  if (value === undefined || value === false || value === null) return {};
  if (isObject(value)) return { referral: value };
  return {
    referral: {
      source_url: "https://fb.me/3x8K2homeroom",
      source_id: "120226305854810726",
      source_type: "ad",
      headline: "兒童英語試聽課",
      body: "每班最多八人，免費試聽一堂。",
      media_type: "image",
      image_url: "https://scontent.xx.fbcdn.net/v/t45.1600-4/sandbox.jpg",
      ctwa_clid: "ARAkLkA8rmlFeiCktEJQ-QTwRiyYHAFDLMNDBH0CD3qpjd0HR4irJ6LEkR7JwLzpDxXdb9PPQV",
      welcome_message: { text: "您好，想了解哪一門課？" },
    },
  };
}

type Build = (draft: Draft, context: DraftContext) => Fields;

const builders: Record<string, Build> = {
  text: (draft) => ({ text: isObject(draft.text) ? draft.text : { body: requireText(draft.text, "text") } }),
  location: (draft) => ({
    location: isObject(draft.location)
      ? draft.location
      : { latitude: 25.0339639, longitude: 121.5644722, name: "台北 101", address: "台北市信義區信義路五段 7 號" },
  }),
  contacts: (draft) => ({ contacts: Array.isArray(draft.contacts) ? draft.contacts : [sampleContact] }),
  reaction: (draft, context) => ({
    reaction: isObject(draft.reaction) ? draft.reaction : reactionBody(draft, context),
  }),
  button: (draft, context) => ({
    context: { from: digitsOf(context.channel.displayPhoneNumber), id: answeredId(draft, context) },
    button: isObject(draft.button)
      ? draft.button
      : { payload: asText(draft.payload ?? draft.text, "Unsubscribe"), text: asText(draft.text, "Unsubscribe") },
  }),
  interactive: (draft, context) => ({
    context: { from: digitsOf(context.channel.displayPhoneNumber), id: answeredId(draft, context) },
    interactive: isObject(draft.interactive)
      ? draft.interactive
      : { type: "button_reply", button_reply: { id: "yes", title: "好" } },
  }),
  order: (draft, { cart }) => ({ order: isObject(draft.order) ? draft.order : (cart() ?? sampleOrder) }),
  system: (draft) => ({
    system: isObject(draft.system)
      ? draft.system
      : { type: "customer_identity_changed", body: "The customer's identity changed" },
  }),
  unsupported: () => ({ errors: [unsupportedError] }),
  edit: (draft) => {
    const original = requireText(draft.originalId, "originalId");
    const message = { type: "text", text: { body: requireText(draft.text, "text") } };
    return { edit: { original_message_id: original, message } };
  },
  revoke: (draft) => ({ revoke: { original_message_id: requireText(draft.originalId, "originalId") } }),
  request_welcome: () => ({}),
  raw: (draft) => {
    if (!isObject(draft.message)) throw new DraftRefusal('"raw" needs a message object');
    return draft.message;
  },
};

const { href: _href, ...unsupportedFacts } = statusError("unsupportedType");
const unsupportedError = {
  ...unsupportedFacts,
  title: "Message type unknown",
  message: "Message type unknown",
  error_data: { details: "Message type is currently not supported." },
};

const sampleContact = {
  name: { formatted_name: "王美玲", first_name: "美玲", last_name: "王" },
  phones: [{ phone: "+886 928 330 155", wa_id: "886928330155", type: "CELL" }],
  org: { company: "晨光國小家長會" },
};

const sampleOrder = {
  catalog_id: "194836987003835",
  text: "",
  product_items: [
    { product_retailer_id: "eng-kids-01", quantity: 1, item_price: 12_000, currency: "TWD" },
    { product_retailer_id: "workbook-a", quantity: 2, item_price: 350, currency: "TWD" },
  ],
};

/** Meta's webhooks contain the hash in base64; its media call returns it in hexadecimal. */
function mediaBody(kind: MediaKind, draft: Draft, context: DraftContext): Fields {
  if (isObject(draft[kind])) return draft[kind];
  const media = context.findMedia(requireText(draft.mediaId, "mediaId"));
  if (media === undefined) throw new DraftRefusal("no such file");
  const mayCaption = kind !== "audio" && kind !== "sticker";
  return {
    ...(mayCaption && typeof draft.caption === "string" && draft.caption !== "" ? { caption: draft.caption } : {}),
    ...(kind === "document" ? { filename: asText(draft.fileName, media.fileName ?? "document") } : {}),
    mime_type: media.mimeType,
    sha256: media.sha256.toString("base64"),
    id: media.id,
    url: `${context.publicUrl}/whatsapp_business/attachments/?mid=${media.id}&source=webhook`,
    ...(kind === "audio" ? { voice: draft.voice !== false } : {}),
    ...(kind === "sticker" ? { animated: draft.animated === true } : {}),
  };
}

/** An empty emoji removes the reaction; Meta then omits the field. */
function reactionBody(draft: Draft, context: DraftContext): Fields {
  const emoji = asText(draft.emoji, "👍");
  return {
    message_id: answeredId({ ...draft, quotedId: draft.targetId }, context),
    ...(emoji === "" ? {} : { emoji }),
  };
}

/** The message that is answered: the named one, or the business's latest. */
function answeredId(draft: Draft, { chat }: DraftContext): string {
  if (typeof draft.quotedId === "string") return draft.quotedId;
  const last = chat.messages.findLast((message) => message.from === "business");
  if (last === undefined) throw new DraftRefusal("the business has not written yet: name the message with quotedId");
  return last.id;
}

function requireText(value: unknown, name: string): string {
  if (typeof value !== "string" || value === "") throw new DraftRefusal(`${name} is missing`);
  return value;
}
