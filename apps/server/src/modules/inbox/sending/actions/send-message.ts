import type { chat } from "@homeroom/contract/chat";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { bareType, fileById, type StoredFile } from "#modules/files/public";
import { recordStaffMessage } from "#modules/leads/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { channelById, isRestricted } from "../../channels/queries/channels.ts";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { requireHold } from "../../conversations/actions/hold-conversation.ts";
import { findConversation } from "../../conversations/queries/conversations.ts";
import type { Conversation, Message } from "../../conversations/writes/change-conversation.ts";
import { refusalToSend } from "../../policy.ts";
import { hasReplyWindow, isQuotaUsedUp, isReplyTokenFresh, later } from "../../rules.ts";
import { type Quoted, queueMessage } from "../writes/queue-message.ts";

type SendForm = Omit<RequestOf<typeof chat.sendMessage>, "undoSeconds"> & { undoSeconds?: number };
/** The content and the receiver of a message, sent now or later. */
export type Words = Pick<SendForm, "channel" | "type" | "content" | "fileID" | "place" | "sticker" | "quotedId">;

/**
 * Queues a message to a customer, GPT being paused for them in the same transaction; a job delivers it. The same
 * messageId again answers the message that was made the first time. Throws what refuses it: window, block, channel,
 * another person who holds the conversation.
 */
export function sendMessage(db: Database, actor: Actor, form: SendForm): Promise<Message> {
  requirePermission(actor, "chat:message:send");
  const scope = scopeOf(actor, "chat:message:all");
  const messageId = form.messageId ?? MessageId.parse(v7());
  return refusingTakenId(new AppError("NOT_FOUND"), () =>
    inTransaction(db, scope, async (tx) => {
      const seen = await findConversation(tx, scope, { leadId: form.leadId });
      if (!seen) throw new AppError("NOT_FOUND");
      const now = new Date();
      // Locks the lead, which goes before the conversation.
      await recordStaffMessage(tx, scope, { leadId: form.leadId, at: now });
      const conversation = await findConversation(tx, scope, { leadId: form.leadId }, "lock");
      if (!conversation) throw new AppError("NOT_FOUND");
      const existing = await messageById(tx, scope, messageId);
      if (existing) return sameMessage(existing, conversation);
      await requireHold(tx, scope, actor, conversation);

      const contact = await contactFor(tx, conversation, form);
      await requireGround(tx, contact, now);
      if (form.type === "sticker") await requireLine(tx, contact);
      const content = await contentOf(tx, { scope, actor, form, conversation });
      const message = {
        messageId,
        kind: content.kind,
        text: content.text,
        details: content.details,
        fileId: content.file?.file_id ?? null,
        quoted: content.quoted,
        author: "staff" as const,
        senderId: actor.accountId,
        notBefore: form.undoSeconds ? new Date(now.getTime() + form.undoSeconds * 1000) : null,
      };
      return queueMessage(tx, conversation, { contact, message, now });
    }),
  );
}

export function messageById(tx: Tx, scope: Scope, id: MessageId): Promise<Message | undefined> {
  return tx
    .selectFrom("message")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("message_id", "=", id)
    .executeTakeFirst();
}

/** An id that stands for another conversation's message is somebody's mistake, or their curiosity. */
export function sameMessage(existing: Message, conversation: Conversation): Message {
  if (existing.conversation_id !== conversation.conversation_id) throw new AppError("NOT_FOUND");
  return existing;
}

/** The receiver: the lead's contact in the wanted channel, else the one who wrote last. */
export async function contactFor(
  tx: Tx,
  conversation: Conversation,
  form: Pick<SendForm, "channel">,
): Promise<Contact> {
  const contacts = tx
    .selectFrom("channel_contact")
    .selectAll()
    .where("organization_id", "=", conversation.organization_id);
  const wanted = form.channel
    ? contacts.where("lead_id", "=", conversation.lead_id).where("channel_id", "=", form.channel)
    : contacts.where("contact_id", "=", conversation.contact_id);
  const contact = await wanted.orderBy("last_inbound_at", (by) => by.desc().nullsLast()).executeTakeFirst();
  if (!contact) throw new AppError("NOT_FOUND");
  return contact;
}

/** Throws what keeps a message from going to this contact. Only free ones need an open window. */
export async function requireGround(
  tx: Tx,
  contact: Contact,
  now: Date,
  kind: "free" | "template" = "free",
): Promise<void> {
  const channel = await channelById(tx, contact.organization_id, contact.channel_id);
  const restricted = channel !== undefined && isRestricted(channel, kind, now);
  const refusal = refusalToSend(
    {
      channelOpen: channel?.status === 1,
      channelStopped: channel !== undefined && (channel.stopped_at !== null || restricted),
      blockedAt: contact.blocked_at,
      hasWindow: channel === undefined || hasReplyWindow(channel.kind),
      windowEndsAt: later(contact.window_ends_at, contact.ad_window_ends_at),
      quotaUsedUp: channel !== undefined && isQuotaUsedUp(channel, now) && !isReplyTokenFresh(contact, now),
    },
    now,
  );
  if (kind === "template" && refusal === "CHAT_ONLY_TEMPLATE_AFTER_24H") return;
  if (!refusal) return;
  if (refusal !== "CHANNEL_STOPPED" || !channel) throw new AppError(refusal);
  const reason = channel.stopped_at ? (channel.stopped_reason ?? "unknown") : "accountRestricted";
  throw new AppError(refusal, {}, { details: { reason, channelID: channel.channel_id, channelKind: channel.kind } });
}

export interface Content {
  kind: SendForm["type"];
  text: string;
  details: Record<string, unknown>;
  file: StoredFile | null;
  quoted: Quoted | null;
}

/** What a form says, its file and what it quotes being looked up. Throws what is wrong with it. */
export async function contentOf(
  tx: Tx,
  of: { scope: Scope; actor: Actor; form: Words; conversation: Conversation },
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
  // Only what one uploaded oneself: another's file may be of a conversation that is out of sight.
  if (!file?.storage_key || file.created_by !== actor.accountId) throw new AppError("CHAT_MESSAGE_REQUIRED");
  const kind = bareType(file.content_type).split("/")[0];
  const fits = form.type === "document" || kind === form.type;
  if (!fits) throw new AppError("WRONG_FILE_FORMAT");
  return { kind: form.type, text, details: { fileName: file.name }, file, quoted };
}

/** Its name is what is read where there is no map: in lists, searches and notifications. */
function placeContent(place: Words["place"]): Omit<Content, "quoted"> {
  if (!place) throw missing("place");
  return { kind: "location", text: place.name, details: { ...place }, file: null };
}

function stickerContent(sticker: Words["sticker"]): Omit<Content, "quoted"> {
  if (!sticker) throw missing("sticker");
  return { kind: "sticker", text: "", details: { ...sticker }, file: null };
}

function missing(field: string): AppError {
  return new AppError("FIELD_INVALID", {}, { fields: [{ field, name: "FIELD_INVALID" }] });
}

/** Stickers are LINE's own. */
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
    // What colleagues write for one another is never shown to a customer.
    .where("kind", "not in", ["note", "system"])
    .where("state", "!=", "cancelled")
    .executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}
