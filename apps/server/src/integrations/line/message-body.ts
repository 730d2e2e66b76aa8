import type { OutboundButton, OutboundContent, OutboundMessage, OutboundProduct } from "#modules/inbox/port";
import { type JsonRecord, present } from "#platform/calls/read-json";
import { refusal } from "./failures.ts";

/** LINE's limit for a text is 5,000 characters, counted in UTF-16 units. */
const maxTextLength = 5000;

/**
 * Our message in LINE's format. A kind that LINE does not have becomes a text with a link to the file. A picture or video
 * with a caption becomes two messages, since LINE has no captions; sent together they count as one.
 */
export function messageBodies({ content, quotedToken }: OutboundMessage): JsonRecord[] {
  const body = messageBody(content);
  if (content.kind === "products" && content.text !== "") return [{ type: "text", text: textOf(content.text) }, body];
  const caption = "caption" in content && body["type"] !== "text" ? (content.caption ?? "") : "";
  const bodies = caption === "" ? [body] : [body, { type: "text", text: textOf(caption) }];
  // Only texts and stickers can quote.
  const quoting = bodies.findIndex(({ type }) => type === "text" || type === "sticker");
  return bodies.map((each, index) => (index === quoting ? present({ ...each, quoteToken: quotedToken }) : each));
}

function messageBody(content: OutboundContent): JsonRecord {
  switch (content.kind) {
    case "text":
      return { type: "text", text: textOf(content.text) };
    case "image":
    case "video":
      return pictureOrVideo(content);
    case "audio":
      return audio(content);
    case "document":
      return link(content);
    case "sticker":
      return sticker(content.mediaId);
    case "location": {
      const { name, address, latitude, longitude } = content;
      // Both fields are required: without an address, the name is sent twice.
      const title = cut(name || address, 100) || "·";
      return { type: "location", title, address: cut(address, 100) || title, latitude, longitude };
    }
    case "interactive":
      return buttons(content);
    case "products":
      return products(content);
    case "template":
      throw refusal("unsupportedType", "LINE has no templates of WhatsApp's kind.");
  }
}

type FileContent = Extract<OutboundContent, { mediaId: string }>;

/** LINE fetches files itself, so it needs their https addresses. */
function addressOf(content: FileContent): string {
  const { address } = content;
  if (address === undefined) throw refusal("addressNotPublic", "The file has no address.");
  if (!isFetchable(address))
    throw refusal("addressNotPublic", "LINE fetches files over https only: set PUBLIC_URL to an https address.");
  return address;
}

function isFetchable(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || hostname === "127.0.0.1" || hostname === "localhost";
}

function pictureOrVideo(content: FileContent): JsonRecord {
  const originalContentUrl = addressOf(content);
  const isPicture = content.kind === "image";
  // LINE plays MP4 videos only.
  if (!isPicture && content.contentType !== undefined && !/^video\/mp4\b/.test(content.contentType))
    return link(content);
  // LINE requires a preview picture for a video.
  const previewImageUrl = content.previewAddress ?? (isPicture ? originalContentUrl : undefined);
  if (previewImageUrl === undefined) return link(content);
  return { type: content.kind, originalContentUrl, previewImageUrl };
}

/** LINE plays M4A and MP3, and needs the duration. */
function audio(content: FileContent): JsonRecord {
  const { durationMs, contentType = "" } = content;
  const plays = /^audio\/(mp4|x-m4a|mpeg)\b/.test(contentType);
  if (!plays || durationMs === undefined) return link(content);
  return { type: "audio", originalContentUrl: addressOf(content), duration: durationMs };
}

function link(content: FileContent): JsonRecord {
  const parts = [content.caption, content.fileName, addressOf(content)];
  return { type: "text", text: textOf(parts.filter((part) => part !== undefined && part !== "").join("\n")) };
}

function sticker(mediaId: string): JsonRecord {
  const [packageId, stickerId, ...more] = mediaId.split("/");
  const isId = (text: string | undefined) => text !== undefined && /^\d{1,20}$/.test(text);
  if (!isId(packageId) || !isId(stickerId) || more.length > 0)
    throw refusal("unsupportedType", "LINE sends stickers of its own only.");
  return { type: "sticker", packageId, stickerId };
}

/** The text of a message with buttons, for clients that cannot show it. */
const maxAltTextLength = 400;
/** Without a title or a picture. */
const maxButtonsTextLength = 160;

function buttons({ text, buttons: wanted }: Extract<OutboundContent, { kind: "interactive" }>): JsonRecord {
  const actions = wanted.slice(0, 4).map(actionOf);
  if (actions.length === 0) return { type: "text", text: textOf(text) };
  const words = cut(text, maxButtonsTextLength) || "·";
  return {
    type: "template",
    altText: cut(text, maxAltTextLength) || "·",
    template: { type: "buttons", text: words, actions },
  };
}

/** LINE has no catalogue: each product is a card with its picture, its price and a link to its page. */
function products({ text, products }: Extract<OutboundContent, { kind: "products" }>): JsonRecord {
  const cards = products.map(productCard);
  const words = [text, ...products.map(({ name, price }) => `${name} ${price}`)].filter((line) => line !== "");
  return {
    type: "flex",
    altText: cut(words.join("\n"), maxAltTextLength) || "·",
    contents: cards.length === 1 ? cards[0] : { type: "carousel", contents: cards },
  };
}

/** The longest address that LINE accepts in a card. */
const maxCardAddressLength = 2000;

function productCard({ name, description, price, url, picture }: OutboundProduct): JsonRecord {
  const link =
    /^https?:\/\//i.test(url) && url.length <= 1000 ? { type: "uri", label: cut(name, 20), uri: url } : undefined;
  const lines = [
    { type: "text", text: cut(name, 200) || "·", weight: "bold", size: "md", wrap: true },
    { type: "text", text: price, size: "md" },
    ...(description === ""
      ? []
      : [{ type: "text", text: cut(description, 300), size: "sm", color: "#666666", wrap: true }]),
  ];
  const hero = picture !== null && picture.length <= maxCardAddressLength && isFetchable(picture) ? picture : undefined;
  return present({
    type: "bubble",
    hero:
      hero &&
      present({ type: "image", url: hero, size: "full", aspectRatio: "20:13", aspectMode: "cover", action: link }),
    body: { type: "box", layout: "vertical", spacing: "sm", contents: lines },
    footer: link && { type: "box", layout: "vertical", contents: [{ type: "button", style: "link", action: link }] },
  });
}

function actionOf({ label, kind, value }: OutboundButton): JsonRecord {
  const shown = cut(label, 20);
  if (kind === "link") return { type: "uri", label: shown, uri: value };
  return { type: "message", label: shown, text: cut(value || label, 300) };
}

function textOf(text: string): string {
  return cut(text, maxTextLength) || "·";
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).toWellFormed();
}
