import type { MessageKind, ProviderMedia } from "#modules/inbox/port";
import { asList, asRecord, isRecord, type JsonRecord, numberOf, present, textOf } from "#platform/calls/read-json";
import { errorText } from "./parse-status.ts";

/** A message's content: its readable text, its file, and the rest by kind. */
export interface Content {
  kind: MessageKind;
  text: string;
  media?: ProviderMedia;
  details: Record<string, unknown>;
}

const readers: Record<string, (message: JsonRecord) => Content> = {
  text: readText,
  image: (message) => readMedia("image", message),
  video: (message) => readMedia("video", message),
  audio: (message) => readMedia("audio", message),
  document: (message) => readMedia("document", message),
  sticker: (message) => readMedia("sticker", message),
  location: readLocation,
  contacts: readContacts,
  reaction: readReaction,
  button: readButton,
  interactive: readInteractive,
  order: readOrder,
  system: readSystem,
  request_welcome: readSystem,
};

/** Reads any message. An unknown type is `unsupported` and keeps its own name. */
export function contentOf(message: JsonRecord): Content {
  const type = textOf(message.type) ?? "";
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined;
  return read === undefined ? readUnsupported(message) : read(message);
}

function readText(message: JsonRecord): Content {
  return { kind: "text", text: textOf(asRecord(message.text).body) ?? "", details: {} };
}

function readMedia(kind: "image" | "video" | "audio" | "document" | "sticker", message: JsonRecord): Content {
  const file = asRecord(message[kind]);
  const caption = textOf(file.caption);
  const mediaId = textOf(file.id);
  const media: ProviderMedia | undefined =
    mediaId === undefined
      ? undefined
      : present({
          mediaId,
          contentType: textOf(file.mime_type) ?? "application/octet-stream",
          sha256: textOf(file.sha256),
          fileName: textOf(file.filename),
          caption,
          voice: file.voice === true || undefined,
          animated: file.animated === true || undefined,
        });
  return present({ kind, text: caption ?? "", media, details: {} });
}

function readLocation(message: JsonRecord): Content {
  const location = asRecord(message.location);
  const [name, address] = [textOf(location.name), textOf(location.address)];
  return {
    kind: "location",
    text: name ?? address ?? "",
    details: present({
      latitude: numberOf(location.latitude),
      longitude: numberOf(location.longitude),
      name,
      address,
      url: textOf(location.url),
    }),
  };
}

function readContacts(message: JsonRecord): Content {
  const contacts = asList(message.contacts).filter(isRecord);
  const names = contacts.map((contact) => contactName(contact)).filter((name) => name !== undefined);
  // `origin` distinguishes a number that the customer shared at our request from other cards.
  return { kind: "contacts", text: names.join(", "), details: present({ contacts, origin: textOf(message.origin) }) };
}

function contactName(contact: JsonRecord): string | undefined {
  const name = asRecord(contact.name);
  return textOf(name.formatted_name) ?? textOf(name.first_name) ?? textOf(asRecord(asList(contact.phones)[0]).phone);
}

/** A reaction without an emoji removes the earlier one. */
function readReaction(message: JsonRecord): Content {
  const reaction = asRecord(message.reaction);
  const emoji = textOf(reaction.emoji) ?? "";
  return { kind: "reaction", text: emoji, details: present({ emoji, targetId: textOf(reaction.message_id) }) };
}

function readButton(message: JsonRecord): Content {
  const button = asRecord(message.button);
  const payload = textOf(button.payload);
  return { kind: "button", text: textOf(button.text) ?? payload ?? "", details: present({ payload }) };
}

function readInteractive(message: JsonRecord): Content {
  const interactive = asRecord(message.interactive);
  const interactiveType = textOf(interactive.type) ?? "";
  const reply = asRecord(interactive[interactiveType]);
  // WhatsApp lost the answer (131000): the pressed button is unknown.
  if (Object.keys(reply).length === 0 && asList(message.errors).length > 0) return readUnsupported(message);
  if (interactiveType === "nfm_reply") {
    const text = textOf(reply.body) ?? textOf(reply.name) ?? "";
    return { kind: "interactive", text, details: { interactiveType, response: formResponse(reply.response_json) } };
  }
  const title = textOf(reply.title);
  return {
    kind: "interactive",
    text: title ?? "",
    details: present({ interactiveType, id: textOf(reply.id), title, description: textOf(reply.description) }),
  };
}

/** A filled form comes as JSON inside a text. */
function formResponse(value: unknown): unknown {
  if (typeof value !== "string") return value ?? null;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function readOrder(message: JsonRecord): Content {
  const order = asRecord(message.order);
  const items = asList(order.product_items).map((item) => {
    const { product_retailer_id, quantity, item_price, currency } = asRecord(item);
    return present({
      productId: textOf(product_retailer_id),
      quantity: numberOf(quantity),
      price: numberOf(item_price),
      currency: textOf(currency),
    });
  });
  return {
    kind: "order",
    text: textOf(order.text) ?? "",
    details: present({ catalogId: textOf(order.catalog_id), items }),
  };
}

function readSystem(message: JsonRecord): Content {
  const system = asRecord(message.system);
  const systemType = textOf(system.type) ?? textOf(message.type);
  return { kind: "system", text: textOf(system.body) ?? "", details: present({ systemType }) };
}

function readUnsupported(message: JsonRecord): Content {
  const providerType = textOf(message.type) ?? "";
  const errors = asList(message.errors)
    .map(asRecord)
    .map((error) => present({ code: numberOf(error.code), detail: errorText(error) }));
  // Newer payloads name the kind that could not be delivered: a poll, an event, a view-once message.
  const innerType = textOf(asRecord(message[providerType]).type);
  const details = present({ providerType, innerType, errors: errors.length > 0 ? errors : undefined });
  return { kind: "unsupported", text: "", details };
}
