import { fileAddressFor, fileById } from "#modules/files/public";
import { organizationScope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { OutboundButton, OutboundContent, OutboundMessage } from "../port.ts";
import { fetchesFiles } from "../rules.ts";
import type { Message } from "./change-conversation.ts";
import type { Outgoing } from "./claim-message.ts";
import type { Inbox } from "./inbox.ts";

/** How long a provider may take to fetch a file from its address, and its customers to look at it there. */
const addressGoodForMs = 30 * 24 * 3_600_000;

/** A message as its provider is given it. */
export async function outboundMessage(inbox: Inbox, { message, contact, channel }: Outgoing): Promise<OutboundMessage> {
  const scope = organizationScope(message.organization_id);
  const linked = fetchesFiles(channel.kind)
    ? await inTransaction(inbox.platform.db, scope, (tx) => linkedParts(inbox, tx, message))
    : {};
  const { quotedToken, ...file } = linked;
  return {
    id: message.message_id,
    to: {
      ...(contact.provider_user_id !== null && { userId: contact.provider_user_id }),
      ...(contact.phone !== null && { phone: contact.phone }),
    },
    content: contentOf(message, file),
    ...(message.quoted_provider_id !== null && { quotedId: message.quoted_provider_id }),
    ...(quotedToken !== undefined && { quotedToken }),
  };
}

interface LinkedFile {
  address?: string;
  previewAddress?: string;
  contentType?: string;
}

/** What a provider that fetches files is given instead of their ids. */
async function linkedParts(inbox: Inbox, tx: Tx, message: Message): Promise<LinkedFile & { quotedToken?: string }> {
  const scope = organizationScope(message.organization_id);
  const file = message.file_id ? await fileById(tx, scope, message.file_id) : undefined;
  const quotedToken = await quoteTokenOf(tx, message);
  const address = file && fileAddressFor(inbox.platform, file, addressGoodForMs);
  return {
    ...(quotedToken !== undefined && { quotedToken }),
    ...(file && address && { address, contentType: file.content_type }),
    ...(message.kind === "video" && { previewAddress: new URL("/video-preview.png", ownAddress(inbox)).href }),
  };
}

function ownAddress({ platform }: Inbox): string {
  const { PUBLIC_URL, HOST, PORT } = platform.settings;
  return PUBLIC_URL ?? `http://${HOST}:${PORT}`;
}

async function quoteTokenOf(tx: Tx, message: Message): Promise<string | undefined> {
  if (message.quoted_id === null) return undefined;
  const quoted = await tx
    .selectFrom("message")
    .select("details")
    .where("organization_id", "=", message.organization_id)
    .where("message_id", "=", message.quoted_id)
    .executeTakeFirst();
  const token = quoted?.details["quoteToken"];
  return typeof token === "string" ? token : undefined;
}

/** What a message of kind `template` keeps in its details under `template`, beside what the screen shows of it. */
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

function contentOf(message: Message, file: LinkedFile): OutboundContent {
  const { kind, text, details } = message;
  switch (kind) {
    case "text":
      return { kind, text, previewUrl: /https?:\/\//i.test(text) };
    case "image":
    case "video":
    case "audio":
    case "document":
    case "sticker": {
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
    case "location": {
      const { latitude, longitude, name = "", address = "" } = details as unknown as PlaceDetails;
      return { kind, latitude, longitude, name, address };
    }
    case "interactive":
      return { kind, text, buttons: (details["buttons"] ?? []) as OutboundButton[] };
    case "template": {
      const { name, language, components } = details["template"] as TemplateDetails;
      return { kind, name, language, components: [...pictureOfHeader(message), ...components] };
    }
    default:
      throw new Error(`Messages of kind ${kind} cannot be sent`);
  }
}

/** A template's picture was given to the provider when its turn came. */
function pictureOfHeader({ provider_media_id: id }: Message): unknown[] {
  return id === null ? [] : [{ type: "header", parameters: [{ type: "image", image: { id } }] }];
}
