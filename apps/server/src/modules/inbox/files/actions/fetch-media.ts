import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import type { FileId, MessageId } from "@homeroom/contract/ids";
import { fileTypeFromFile } from "file-type";
import {
  bareType,
  fileById,
  filesUnfetchedSince,
  fillFile,
  imageSize,
  inTemporaryPlace,
  loseFile,
} from "#modules/files/public";
import { findRow } from "#platform/db/find-row";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { stopChannel } from "../../channels/actions/stop-channel.ts";
import { channelById, openChannel } from "../../channels/queries/channels.ts";
import { changeMessage, lockConversationOf, type Message } from "../../conversations/writes/change-conversation.ts";
import { type Inbox, providerOf } from "../../inbox.ts";
import { type ChannelAccess, type MessagingProvider, ProviderFailure } from "../../port.ts";
import { providersKeepFilesMs } from "../queries/conversation-files.ts";

/** WhatsApp's limit for documents, its largest files. */
const largestBytes = 100 * 1024 * 1024;

/**
 * Fetches the file of a customer's message from the provider and keeps it under the type that its bytes show. A file
 * that the provider no longer has, or that cannot be requested, is marked as lost. A refused access token is not
 * retried within minutes: the sweep retries for as long as providers keep files. An expired token stops the
 * channel, as it does when sending. Idempotent.
 */
export async function fetchMedia(inbox: Inbox, scope: Scope, messageId: MessageId): Promise<void> {
  const { db } = inbox.platform;
  const source = await inTransaction(db, scope, (tx) => findSource(inbox, tx, { scope, messageId }));
  if (!source) return;
  try {
    await fetchFile(inbox, scope, source);
  } catch (error) {
    const failure = error instanceof ProviderFailure ? error.error : null;
    if (failure?.class === "reauthorise") {
      inbox.platform.log.warn(
        { messageId, reason: failure.reason },
        "A provider refused the token that fetches a file",
      );
      if (failure.reason === "tokenExpired") await stopExpired(inbox, scope, source);
      return;
    }
    if (!(error instanceof TooLarge) && failure?.class !== "permanent") throw error;
    await inTransaction(db, scope, (tx) => loseFileOf(tx, scope, source.message));
  }
}

/** Stops the channel, unless its token has been replaced since. */
async function stopExpired({ platform }: Inbox, { organizationId }: Scope, { message, access }: Source): Promise<void> {
  const channelId = message.channel_id;
  await inTransaction(platform.db, organizationScope(organizationId), async (tx) => {
    const channel = await channelById(tx, organizationId, channelId);
    if (!channel || !isDeepStrictEqual(openChannel(platform.secrets, channel).secrets, access.secrets)) return;
    await stopChannel(tx, { organizationId, channelId }, "tokenExpired");
  });
}

/** Marks the 200 oldest files that no provider keeps any longer as lost. The next sweep takes the next ones. */
export async function loseOldFiles(db: Database): Promise<void> {
  const old = await filesUnfetchedSince(db, new Date(Date.now() - providersKeepFilesMs), 200);
  for (const { organizationId, fileId } of old) {
    const scope = organizationScope(organizationId);
    await inTransaction(db, scope, async (tx) => {
      const message = await tx
        .selectFrom("message")
        .selectAll()
        .where("organization_id", "=", organizationId)
        .where("file_id", "=", fileId)
        .executeTakeFirst();
      if (message) await loseFileOf(tx, scope, message);
      else await loseFile(tx, scope, fileId);
    });
  }
}

async function loseFileOf(tx: Tx, scope: Scope, message: Message): Promise<void> {
  if (message.file_id && (await loseFile(tx, scope, message.file_id))) await publishFileChange(tx, message);
}

interface Source {
  message: Message;
  fileId: FileId;
  mediaId: string;
  declaredType: string;
  access: ChannelAccess;
  provider: MessagingProvider;
}

class TooLarge extends Error {}

async function findSource(
  inbox: Inbox,
  tx: Tx,
  { scope, messageId }: { scope: Scope; messageId: MessageId },
): Promise<Source | null> {
  const message = await findRow(tx, scope, "message", { message_id: messageId });
  // Without its message, the file's age decides.
  if (!message?.file_id) return null;
  const file = await fileById(tx, scope, message.file_id);
  if (!file || file.storage_key || file.lost_at) return null;
  const channel = await channelById(tx, scope.organizationId, message.channel_id);
  if (!channel || !message.provider_media_id) {
    await loseFileOf(tx, scope, message);
    return null;
  }
  return {
    message,
    fileId: file.file_id,
    mediaId: message.provider_media_id,
    declaredType: file.content_type,
    access: openChannel(inbox.platform.secrets, channel),
    provider: providerOf(inbox, channel.kind),
  };
}

async function fetchFile(inbox: Inbox, scope: Scope, source: Source): Promise<void> {
  const { platform } = inbox;
  await inTemporaryPlace(platform, async (path) => {
    const { stream } = await source.provider.downloadMedia(source.access, source.mediaId);
    await pipeline(stream, atMost(largestBytes), createWriteStream(path, { mode: 0o600 }));
    const { contentType, extension } = await typeOf(path, source.declaredType);
    const size = contentType.startsWith("image/") ? await imageSize(path) : null;
    const storageKey = `${scope.organizationId}/${source.fileId}`;
    const bytes = (await stat(path)).size;
    await platform.files.put(storageKey, path);
    await inTransaction(platform.db, scope, async (tx) => {
      const fetched = {
        storageKey,
        contentType,
        extension,
        size: bytes,
        width: size?.width ?? null,
        height: size?.height ?? null,
      };
      if (await fillFile(tx, scope, source.fileId, fetched)) await publishFileChange(tx, source.message);
    });
  });
}

/** The type by the bytes. Text and old formats have no signature: the declared type counts, unless browsers would display it. */
async function typeOf(path: string, declared: string): Promise<{ contentType: string; extension: string }> {
  const found = await fileTypeFromFile(path);
  if (found) return { contentType: found.mime, extension: found.ext };
  const claim = bareType(declared);
  const isShown = /^(image|audio|video)\/|html|xml|script/.test(claim);
  return { contentType: isShown ? "application/octet-stream" : claim, extension: "" };
}

function atMost(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > bytes) done(new TooLarge("The file is larger than a provider may send"));
      else done(null, chunk);
    },
  });
}

async function publishFileChange(tx: Tx, message: Message): Promise<void> {
  const conversation = await lockConversationOf(tx, message);
  if (conversation) await changeMessage(tx, conversation, { messageId: message.message_id, change: {} });
}
