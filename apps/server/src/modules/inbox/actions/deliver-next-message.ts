import { setTimeout as sleep } from "node:timers/promises";
import type { ConversationId } from "@homeroom/contract/ids";
import { fileById } from "#modules/files/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { type OutboundContent, type OutboundMessage, type ProviderError, ProviderFailure } from "../port.ts";
import type { InboundChannel } from "../queries/channels.ts";
import { openChannel } from "../queries/channels.ts";
import type { Message } from "./change-conversation.ts";
import { claimMessage, type Outgoing } from "./claim-message.ts";
import { type Inbox, providerOf } from "./inbox.ts";
import { postponeMessage, recordAccepted, recordFailure, recordUnsure, recordUpload } from "./record-attempt.ts";

/** A pause as short as this is waited out; for a longer one the message is put off. */
const waitedOutMs = 1500;

/**
 * Sends the next message of a conversation. The network is only ever asked between transactions: claim (or leave it to
 * whoever has it), ask, record. Answers whether there may be more to do.
 */
export async function deliverNextMessage(
  inbox: Inbox,
  scope: Scope,
  conversationId: ConversationId,
): Promise<"more" | "done"> {
  const { db } = inbox.platform;
  const claim = await inTransaction(db, scope, (tx) => claimMessage(tx, scope, conversationId));
  switch (claim.kind) {
    case "nothing":
      return "done";
    case "refused":
      return "more";
    case "wait":
      if (claim.ms > waitedOutMs) {
        await postponeMessage(db, scope, { messageId: claim.messageId, until: new Date(Date.now() + claim.ms) });
        return "done";
      }
      await sleep(claim.ms);
      return "more";
    case "upload":
      await uploadFile(inbox, scope, claim);
      return "more";
    case "send":
      await send(inbox, scope, claim);
      return "more";
  }
}

async function uploadFile(inbox: Inbox, scope: Scope, { message, channel }: Outgoing): Promise<void> {
  const { db, files, secrets } = inbox.platform;
  const fileId = message.file_id;
  const file = fileId ? await inTransaction(db, scope, (tx) => fileById(tx, scope, fileId)) : undefined;
  if (!file?.storage_key) return recordFailure(db, scope, { message, error: fileGone, attempts: message.attempts + 1 });
  const provider = providerOf(inbox, channel.kind);
  const { content_type: contentType, name: fileName } = file;
  try {
    const { mediaId } = await files.withPath(file.storage_key, (path) =>
      provider.uploadMedia(openChannel(secrets, channel), { path, contentType, fileName }),
    );
    await recordUpload(db, scope, { messageId: message.message_id, mediaId });
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // A file that may or may not have arrived is nothing that a customer sees: it is simply given again.
    await recordFailure(db, scope, { message, error: error.error, attempts: message.attempts + 1 });
  }
}

const fileGone: ProviderError = {
  class: "permanent",
  code: "",
  reason: "mediaGone",
  detail: "The file is not in the store",
  stops: "message",
};

async function send(inbox: Inbox, scope: Scope, outgoing: Outgoing): Promise<void> {
  const { db, secrets } = inbox.platform;
  const { message, channel } = outgoing;
  try {
    const provider = providerOf(inbox, channel.kind);
    const { providerMessageId } = await provider.send(openChannel(secrets, channel), outboundMessage(outgoing));
    await recordAccepted(db, scope, { message, channel: inboundChannel(channel), providerMessageId });
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    if (error.unsure) await recordUnsure(db, scope, { messageId: message.message_id, error: error.error });
    else await recordFailure(db, scope, { message, error: error.error, attempts: message.attempts });
  }
}

function inboundChannel(channel: Outgoing["channel"]): InboundChannel {
  return {
    organizationId: channel.organization_id,
    channelId: channel.channel_id,
    branchId: channel.branch_id,
    kind: channel.kind,
  };
}

function outboundMessage({ message, contact }: Outgoing): OutboundMessage {
  return {
    id: message.message_id,
    to: {
      ...(contact.provider_user_id !== null && { userId: contact.provider_user_id }),
      ...(contact.phone !== null && { phone: contact.phone }),
    },
    content: contentOf(message),
    ...(message.quoted_provider_id !== null && { quotedId: message.quoted_provider_id }),
  };
}

/** What a message of kind `template` keeps in its details under `template`, beside what the screen shows of it. */
interface TemplateDetails {
  name: string;
  language: string;
  components: unknown[];
}

function contentOf(message: Message): OutboundContent {
  const { kind, text } = message;
  switch (kind) {
    case "text":
      return { kind, text, previewUrl: /https?:\/\//i.test(text) };
    case "image":
    case "video":
    case "audio":
    case "document": {
      const { fileName } = message.details;
      return {
        kind,
        mediaId: message.provider_media_id ?? "",
        ...(text !== "" && { caption: text }),
        ...(typeof fileName === "string" && { fileName }),
      };
    }
    case "template": {
      const { name, language, components } = message.details["template"] as TemplateDetails;
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
