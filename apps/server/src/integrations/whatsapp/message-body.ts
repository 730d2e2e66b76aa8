import type { OutboundContent, OutboundMessage } from "#modules/inbox/port";
import { type JsonRecord, present } from "#platform/calls/read-json";
import { refusal } from "./failures.ts";

/** Our message in WhatsApp's format. */
export function messageBody(message: OutboundMessage): JsonRecord {
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    ...recipientOf(message.to),
    ...(message.quotedId !== undefined && { context: { message_id: message.quotedId } }),
    // WhatsApp returns it with every status: the only way to identify a message whose response was lost.
    biz_opaque_callback_data: message.id,
    ...contentBody(message.content),
  };
}

/** A number if we have one: not every kind of message can go to a business-scoped user id. */
export function recipientOf(to: OutboundMessage["to"]): JsonRecord {
  if (to.phone !== undefined) return { to: to.phone };
  if (to.userId !== undefined) return { recipient: to.userId };
  throw refusal("recipientInvalid", "The recipient has neither a number nor a user id.");
}

function contentBody(content: OutboundContent): JsonRecord {
  switch (content.kind) {
    case "text":
      return { type: "text", text: { body: content.text, preview_url: content.previewUrl } };
    case "template": {
      const { name, language, components } = content;
      const template = { name, language: { code: language, policy: "deterministic" }, components };
      return { type: "template", template };
    }
    case "document": {
      const { mediaId: id, caption, fileName: filename } = content;
      return { type: "document", document: present({ id, caption: caption || undefined, filename }) };
    }
    case "image":
    case "video":
      return {
        type: content.kind,
        [content.kind]: present({ id: content.mediaId, caption: content.caption || undefined }),
      };
    // Sounds and stickers have no caption.
    case "audio":
    case "sticker":
      return { type: content.kind, [content.kind]: { id: content.mediaId } };
    case "location": {
      const { latitude, longitude, name, address } = content;
      const words = { name: name || undefined, address: address || undefined };
      return { type: "location", location: present({ latitude, longitude, ...words }) };
    }
    case "products":
      return { type: "interactive", interactive: products(content) };
    case "interactive": {
      // WhatsApp allows fewer and shorter buttons than others: their text is written out instead.
      const lines = content.buttons.map(({ label, kind, value }) => (kind === "link" ? `${label}: ${value}` : label));
      return { type: "text", text: { body: [content.text, ...lines].join("\n"), preview_url: false } };
    }
  }
}

/** One product, or a list of several, for which WhatsApp requires a title and a text. */
function products({
  text,
  heading,
  catalogueId,
  products,
}: Extract<OutboundContent, { kind: "products" }>): JsonRecord {
  const [first, ...more] = products.map(({ retailerId }) => retailerId);
  const words = text === "" ? undefined : { text: cut(text, 1024) };
  if (first !== undefined && more.length === 0)
    return present({ type: "product", body: words, action: { catalog_id: catalogueId, product_retailer_id: first } });
  const title = cut(heading, 60) || "·";
  const items = products.map(({ retailerId: product_retailer_id }) => ({ product_retailer_id }));
  return {
    type: "product_list",
    header: { type: "text", text: title },
    body: words ?? { text: cut(products.map(({ name }) => name).join("\n"), 1024) },
    action: { catalog_id: catalogueId, sections: [{ title: cut(heading, 24) || "·", product_items: items }] },
  };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).toWellFormed();
}
