import { setTimeout as sleep } from "node:timers/promises";
import type { ConversationId } from "@homeroom/contract/ids";
import { fileById } from "#modules/files/public";
import { isDatabaseAway } from "#platform/db/failures";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { openChannel } from "../../channels/queries/channels.ts";
import { type Inbox, providerOf } from "../../inbox.ts";
import { type ProviderError, ProviderFailure } from "../../port.ts";
import { claimMessage, type Outgoing } from "../writes/claim-message.ts";
import { postponeMessage, recordFailure, recordUpload } from "../writes/record-attempt.ts";
import { replyTogether, send } from "./send-outgoing.ts";

/** Shorter pauses are waited out; for longer ones the message is postponed. */
const waitedOutMs = 1500;

/**
 * Sends the next message of a conversation. Network calls happen only between transactions: claim (or leave it to
 * the process that has it), call, record. Returns whether there may be more to do.
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
    case "reply":
      await replyTogether(inbox, scope, claim);
      return "more";
  }
}

async function uploadFile(inbox: Inbox, scope: Scope, { message, channel }: Outgoing): Promise<void> {
  const { db, files, secrets } = inbox.platform;
  const fileId = message.file_id;
  const file = fileId ? await inTransaction(db, scope, (tx) => fileById(tx, scope, fileId)) : undefined;
  const attempted = { message, channel, attempts: message.attempts + 1 };
  if (!file?.storage_key) return recordFailure(db, scope, { ...attempted, error: fileGone });
  const provider = providerOf(inbox, channel.kind);
  const { content_type: contentType, name: fileName } = file;
  try {
    const { mediaId } = await files.withPath(file.storage_key, (path) =>
      provider.uploadMedia(openChannel(secrets, channel), { path, contentType, fileName }),
    );
    await recordUpload(db, scope, { messageId: message.message_id, mediaId });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // Customers do not see uploads, so a file that may already have arrived is simply uploaded again.
    const failure = error instanceof ProviderFailure ? error.error : unreadable(inbox, error);
    await recordFailure(db, scope, { ...attempted, error: failure });
  }
}

/** The file store failed. It may be unavailable for a while; a lost file must not block the messages behind it. */
function unreadable({ platform }: Inbox, error: unknown): ProviderError {
  const reason = error instanceof Error ? error.message : "unknown";
  platform.log.warn({ reason }, "A file to be sent could not be read; trying again");
  return { ...fileGone, class: "retryable", detail: "The file could not be read from the store" };
}

const fileGone: ProviderError = {
  class: "permanent",
  code: "",
  reason: "mediaGone",
  detail: "The file is not in the store",
  stops: "message",
};
