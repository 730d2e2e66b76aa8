import { chat } from "@homeroom/contract/chat";
import { longestCaption } from "@homeroom/contract/chat-caption";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { type MessageId } from "@homeroom/contract/ids";
import type { ChannelTable } from "@homeroom/database/inbox-tables";
import type { Selectable } from "kysely";
import { bareType, fileById, type StoredFile } from "#modules/files/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import { type Database, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { channelById, isChannelOpen, isRestricted } from "../../channels/queries/channels.ts";
import type { Contact } from "../../contacts/queries/contacts.ts";
import type { Conversation, Message } from "../../conversations/writes/change-conversation.ts";
import { refusalToSend } from "../../policy.ts";
import { hasReplyWindow, isQuotaUsedUp, isReplyTokenFresh, later } from "../../rules.ts";
import type { QuotedMessage } from "../writes/queue-message.ts";
import { queueStaffMessage } from "../writes/staff-message.ts";

type Channel = Selectable<ChannelTable>;
type SendForm = Omit<RequestOf<typeof chat.sendMessage>, "undoSeconds"> & { undoSeconds?: number };
/** The content and the receiver of a message, sent now or later. */
export type MessageForm = Pick<SendForm, "channel" | "type" | "content" | "fileID" | "place" | "sticker" | "quotedId">;

/**
 * Queues a message to a customer and pauses GPT for them in the same transaction; a job delivers it. The same
 * messageId again returns the message that was made the first time. Throws the reason for a refusal: window, block, channel,
 * or another person who holds the conversation.
 */
export function sendMessage(db: Database, actor: Actor, form: SendForm): Promise<Message> {
  requireAccess(actor, chat.sendMessage);
  return queueStaffMessage(db, actor, form, async (tx, { scope, conversation, contact, now }) => {
    await requireSendable(tx, contact, now);
    if (form.type === "sticker") await requireLine(tx, contact);
    const { kind, text, details, file, quoted } = await contentOf(tx, { scope, actor, form, conversation });
    if (file) await requireCaption(tx, contact, { kind, text });
    const notBefore = form.undoSeconds ? new Date(now.getTime() + form.undoSeconds * 1000) : null;
    return { kind, text, details, fileId: file?.file_id ?? null, quoted, notBefore };
  });
}

/** Throws the reason why a message cannot be sent to this contact. Only free messages need an open window. */
export async function requireSendable(
  tx: Tx,
  contact: Contact,
  now: Date,
  kind: "free" | "template" = "free",
): Promise<void> {
  const channel = await channelById(tx, contact.organization_id, contact.channel_id);
  if (!channel) throw new AppError("FEATURE_NOT_SET_UP");
  const refusal = refusalToSend(
    {
      channelSends: isChannelOpen(channel) && !isRestricted(channel, kind, now),
      blockedAt: contact.blocked_at,
      hasWindow: hasReplyWindow(channel.kind),
      windowEndsAt: later(contact.window_ends_at, contact.ad_window_ends_at),
      quotaUsedUp: isQuotaUsedUp(channel, now) && !isReplyTokenFresh(contact, now),
    },
    now,
  );
  if (kind === "template" && refusal === "CHAT_ONLY_TEMPLATE_AFTER_24H") return;
  if (!refusal) return;
  if (refusal !== "CHANNEL_STOPPED") throw new AppError(refusal);
  const reason = whyStopped(channel);
  throw new AppError(refusal, {}, { details: { reason, channelID: channel.channel_id, channelKind: channel.kind } });
}

/** As given by `stoppedReason`. */
function whyStopped({ status, stopped_at: at, stopped_reason: reason }: Channel): string {
  if (status !== 1) return "switchedOff";
  return at ? (reason ?? "unknown") : "accountRestricted";
}

/** Requires that a file's caption fits the provider's limit. Throws CHAT_CAPTION_TOO_LONG. */
export async function requireCaption(
  tx: Tx,
  contact: Contact,
  { kind, text }: { kind: string; text: string },
): Promise<void> {
  if (text === "") return;
  const channel = await channelById(tx, contact.organization_id, contact.channel_id);
  if (channel && text.length > longestCaption(channel.kind, kind)) throw new AppError("CHAT_CAPTION_TOO_LONG");
}

export interface Content {
  kind: SendForm["type"];
  text: string;
  details: Record<string, unknown>;
  file: StoredFile | null;
  quoted: QuotedMessage | null;
}

/** The content of a form, with its file and quote looked up. Throws what is wrong with it. */
export async function contentOf(
  tx: Tx,
  of: { scope: Scope; actor: Actor; form: MessageForm; conversation: Conversation },
): Promise<Content> {
  const { scope, actor, form } = of;
  const text = form.content.trim();
  const quoted = form.quotedId ? await quotedMessage(tx, of.conversation, form.quotedId) : null;
  if (form.type === "text") {
    if (text === "") throw new AppError("CHAT_MESSAGE_REQUIRED");
    return { kind: "text", text, details: {}, file: null, quoted };
  }
  if (form.type === "location") return { ...placeContent(form.place), quoted };
  if (form.type === "sticker") return { ...stickerContent(form.sticker), quoted };
  const file = form.fileID ? await fileById(tx, scope, form.fileID) : undefined;
  // Only the actor's own uploads: other people's files may belong to conversations that they cannot see.
  if (!file?.storage_key || file.created_by !== actor.accountId) throw new AppError("CHAT_MESSAGE_REQUIRED");
  const kind = bareType(file.content_type).split("/")[0];
  const fits = form.type === "document" || kind === form.type;
  if (!fits) throw new AppError("WRONG_FILE_FORMAT");
  return { kind: form.type, text, details: { fileName: file.name }, file, quoted };
}

/** Its name is shown where there is no map: in lists, searches and notifications. */
function placeContent(place: MessageForm["place"]): Omit<Content, "quoted"> {
  if (!place) throw missing("place");
  return { kind: "location", text: place.name, details: { ...place }, file: null };
}

function stickerContent(sticker: MessageForm["sticker"]): Omit<Content, "quoted"> {
  if (!sticker) throw missing("sticker");
  return { kind: "sticker", text: "", details: { ...sticker }, file: null };
}

function missing(field: string): AppError {
  return new AppError("FIELD_INVALID", {}, { fields: [{ field, name: "FIELD_INVALID" }] });
}

/** Only LINE has stickers. */
async function requireLine(tx: Tx, contact: Contact): Promise<void> {
  const channel = await channelById(tx, contact.organization_id, contact.channel_id);
  if (channel?.kind !== "line") throw new AppError("CHAT_STICKER_ONLY_LINE");
}

export async function quotedMessage(tx: Tx, conversation: Conversation, id: MessageId): Promise<Content["quoted"]> {
  const found = await tx
    .selectFrom("message")
    .select(["message_id as quoted_id", "provider_message_id as quoted_provider_id", "channel_id"])
    .where("organization_id", "=", conversation.organization_id)
    .where("conversation_id", "=", conversation.conversation_id)
    .where("message_id", "=", id)
    // Internal notes are never shown to a customer.
    .where("kind", "not in", ["note", "system"])
    .where("state", "!=", "cancelled")
    .executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}
