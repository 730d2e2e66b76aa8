import { readFile } from "node:fs/promises";
import type { SentProduct } from "@homeroom/contract/chat-products";
import { moneyText } from "@homeroom/contract/currencies";
import { fileAddressFor, fileById, filesByIds, type StoredFile } from "#modules/files/public";
import { organizationScope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Message } from "../../conversations/writes/change-conversation.ts";
import type { Inbox } from "../../inbox.ts";
import type { OutboundButton, OutboundContent, OutboundMessage } from "../../port.ts";
import { fetchesFiles } from "../../rules.ts";
import { soundLengthMs } from "../rules/sound-length.ts";
import type { Outgoing } from "./claim-message.ts";

/** How long a file's address is valid, for the provider to fetch it and for its customers to open it. */
const addressGoodForMs = 30 * 24 * 3_600_000;

/** A message in the form that its provider gets. */
export async function outboundMessage(inbox: Inbox, { message, contact, channel }: Outgoing): Promise<OutboundMessage> {
  const scope = organizationScope(message.organization_id);
  const isLinked = fetchesFiles(channel.kind);
  const needsRows = message.quoted_id !== null || (isLinked && message.file_id !== null);
  const { stored, quote } = needsRows
    ? await inTransaction(inbox.platform.db, scope, async (tx) => ({
        stored: message.file_id ? await fileById(tx, scope, message.file_id) : undefined,
        quote: await quoteOf(tx, message),
      }))
    : { stored: undefined, quote: {} };
  const file = isLinked ? await linkedFile(inbox, message, stored) : {};
  const pictures = isLinked ? await productPictures(inbox, message) : new Map<string, string>();
  return {
    id: message.message_id,
    to: {
      ...(contact.provider_user_id !== null && { userId: contact.provider_user_id }),
      ...(contact.phone !== null && { phone: contact.phone }),
    },
    content: contentOf(message, { ...file, heading: channel.name, pictures }),
    ...quote,
  };
}

interface LinkedFile {
  address?: string;
  previewAddress?: string;
  contentType?: string;
  durationMs?: number;
}

/** The file addresses for providers that fetch files, instead of ids. */
async function linkedFile(inbox: Inbox, message: Message, file: StoredFile | undefined): Promise<LinkedFile> {
  const durationMs = file && message.kind === "audio" ? await lengthOf(inbox, file) : null;
  const address = file && fileAddressFor(inbox.platform, file, addressGoodForMs);
  return {
    ...(file && address && { address, contentType: file.content_type }),
    ...(durationMs !== null && { durationMs }),
    ...(message.kind === "video" && { previewAddress: new URL("/video-preview.png", ownAddress(inbox)).href }),
  };
}

/** LINE requires the length of a sound. A sound of unknown length is sent as a link. */
async function lengthOf({ platform }: Inbox, { storage_key: key, content_type: type }: StoredFile) {
  if (key === null) return null;
  const measured = platform.files.withPath(key, async (path) => soundLengthMs(await readFile(path), type));
  // A file that cannot be read now may be available when the customer opens the link.
  return measured.catch(() => null);
}

/** The products of a message; empty if it has none. */
function sentProducts({ details }: Message): readonly SentProduct[] {
  return (details["products"] ?? []) as readonly SentProduct[];
}

/** The addresses of a message's product pictures for the provider, by their ids. */
async function productPictures({ platform }: Inbox, message: Message): Promise<Map<string, string>> {
  const ids = sentProducts(message).flatMap(({ imageFileID }) => imageFileID ?? []);
  if (ids.length === 0) return new Map();
  const scope = organizationScope(message.organization_id);
  const files = await inTransaction(platform.db, scope, (tx) => filesByIds(tx, scope, ids));
  return new Map(
    [...files].flatMap(([id, file]) => {
      const address = fileAddressFor(platform, file, addressGoodForMs);
      return address ? [[id, address] as const] : [];
    }),
  );
}

function productsOf(
  message: Message,
  { heading, pictures }: Pick<ContentParts, "heading" | "pictures">,
): OutboundContent {
  const { words = "", catalogueId = "" } = message.details as { words?: string; catalogueId?: string };
  const products = sentProducts(message).map((one) => ({
    retailerId: one.retailerID,
    name: one.name,
    description: one.description,
    price: moneyText(one.price, one.currency),
    url: one.url,
    picture: (one.imageFileID && pictures.get(one.imageFileID)) ?? null,
  }));
  return { kind: "products", text: words, heading, catalogueId, products };
}

function ownAddress({ platform }: Inbox): string {
  const { PUBLIC_URL, HOST, PORT } = platform.settings;
  return PUBLIC_URL ?? `http://${HOST}:${PORT}`;
}

/** The provider's id of the quoted message. A message in another channel is unknown to it and cannot be quoted. */
async function quoteOf(tx: Tx, message: Message): Promise<Pick<OutboundMessage, "quotedId" | "quotedToken">> {
  if (message.quoted_id === null) return {};
  const quoted = await tx
    .selectFrom("message")
    .select(["provider_message_id as id", "details"])
    .where("organization_id", "=", message.organization_id)
    .where("message_id", "=", message.quoted_id)
    .where("channel_id", "=", message.channel_id)
    .executeTakeFirst();
  const token = quoted?.details["quoteToken"];
  return {
    ...(quoted && quoted.id !== null && { quotedId: quoted.id }),
    ...(typeof token === "string" && { quotedToken: token }),
  };
}

/** The fields under `template` in the details of a template message, besides those that the screen shows. */
interface TemplateDetails {
  name: string;
  language: string;
  components: unknown[];
}

interface PlaceDetails {
  latitude: number;
  longitude: number;
  name?: string;
  address?: string;
}

interface ContentParts extends LinkedFile {
  heading: string;
  pictures: ReadonlyMap<string, string>;
}

function contentOf(message: Message, { heading, pictures, ...file }: ContentParts): OutboundContent {
  const { kind, text, details } = message;
  switch (kind) {
    case "text":
      return { kind, text, previewUrl: /https?:\/\//i.test(text) };
    case "image":
    case "video":
    case "audio":
    case "document": {
      const { fileName, durationMs } = details;
      return {
        kind,
        mediaId: message.provider_media_id ?? "",
        ...(text !== "" && { caption: text }),
        ...(typeof fileName === "string" && { fileName }),
        ...(typeof durationMs === "number" && { durationMs }),
        ...file,
      };
    }
    case "sticker": {
      const { packageId, stickerId } = details;
      return { kind, mediaId: `${String(packageId)}/${String(stickerId)}` };
    }
    case "location": {
      const { latitude, longitude, name = "", address = "" } = details as unknown as PlaceDetails;
      return { kind, latitude, longitude, name, address };
    }
    case "interactive":
      if (Array.isArray(details["products"])) return productsOf(message, { heading, pictures });
      return { kind, text, buttons: (details["buttons"] ?? []) as OutboundButton[] };
    case "template": {
      const { name, language, components } = details["template"] as TemplateDetails;
      return { kind, name, language, components: [...pictureOfHeader(message), ...components] };
    }
    default:
      throw new Error(`Messages of kind ${kind} cannot be sent`);
  }
}

/** A template's picture was uploaded to the provider before sending. */
function pictureOfHeader({ provider_media_id: id }: Message): unknown[] {
  return id === null ? [] : [{ type: "header", parameters: [{ type: "image", image: { id } }] }];
}
