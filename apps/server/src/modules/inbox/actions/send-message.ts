import type { chat } from "@homeroom/contract/chat";
import type { RequestOf } from "@homeroom/contract/endpoint";
import { MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { bareType, fileById, type StoredFile } from "#modules/files/public";
import { noteStaffMessage } from "#modules/leads/public";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refusalToSend } from "../policy.ts";
import { channelById, isChannelOpen } from "../queries/channels.ts";
import { findConversation } from "../queries/conversations.ts";
import { hasReplyWindow, isQuotaUsedUp, isReplyTokenFresh, later } from "../rules.ts";
import type { Conversation, Message } from "./change-conversation.ts";
import { type Contact, queueMessage } from "./queue-message.ts";

type SendForm = RequestOf<typeof chat.sendMessage>;

/**
 * Queues a message to a customer, GPT being paused for them in the same transaction; a job delivers it. The same
 * messageId again answers the message that was made the first time. Throws what refuses it: window, block, channel.
 */
export function sendMessage(db: Database, actor: Actor, form: SendForm): Promise<Message> {
  requirePermission(actor, "chat:message:send");
  const scope = scopeOf(actor, "chat:message:all");
  const messageId = form.messageId ?? MessageId.parse(v7());
  return inTransaction(db, scope, async (tx) => {
    const seen = await findConversation(tx, scope, { leadId: form.leadId });
    if (!seen) throw new AppError("NOT_FOUND");
    const now = new Date();
    // Locks the lead, which goes before the conversation.
    await noteStaffMessage(tx, scope, { leadId: form.leadId, at: now });
    const conversation = await findConversation(tx, scope, { leadId: form.leadId }, "lock");
    if (!conversation) throw new AppError("NOT_FOUND");
    const existing = await messageById(tx, scope, messageId);
    if (existing) return sameMessage(existing, conversation);

    const contact = await contactFor(tx, conversation, form);
    await requireGround(tx, contact, now);
    const content = await contentOf(tx, { scope, actor, form, conversation });
    const message = {
      messageId,
      kind: content.kind,
      text: content.text,
      details: content.file ? { fileName: content.file.name } : {},
      fileId: content.file?.file_id ?? null,
      quoted: content.quoted,
      author: "staff" as const,
      senderId: actor.accountId,
      notBefore: null,
    };
    return queueMessage(tx, conversation, { contact, message, now });
  });
}

function messageById(tx: Tx, scope: Scope, id: MessageId): Promise<Message | undefined> {
  return tx
    .selectFrom("message")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("message_id", "=", id)
    .executeTakeFirst();
}

/** An id that stands for another conversation's message is somebody's mistake, or their curiosity. */
function sameMessage(existing: Message, conversation: Conversation): Message {
  if (existing.conversation_id !== conversation.conversation_id) throw new AppError("NOT_FOUND");
  return existing;
}

/** Whom the message goes to: the lead's contact in the wanted channel, else the one who wrote last. */
async function contactFor(tx: Tx, conversation: Conversation, form: SendForm): Promise<Contact> {
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

/** Throws what keeps free messages from going to this contact. */
export async function requireGround(tx: Tx, contact: Contact, now: Date): Promise<void> {
  const channel = await channelById(tx, contact.organization_id, contact.channel_id);
  const refusal = refusalToSend(
    {
      channelOpen: channel !== undefined && isChannelOpen(channel),
      blockedAt: contact.blocked_at,
      hasWindow: channel === undefined || hasReplyWindow(channel.kind),
      windowEndsAt: later(contact.window_ends_at, contact.ad_window_ends_at),
      quotaUsedUp: channel !== undefined && isQuotaUsedUp(channel, now) && !isReplyTokenFresh(contact, now),
    },
    now,
  );
  const reason = refusal === "FEATURE_NOT_SET_UP" ? channel?.stopped_reason : null;
  if (refusal) throw new AppError(refusal, {}, reason ? { details: { reason } } : {});
}

interface Content {
  kind: SendForm["type"];
  text: string;
  file: StoredFile | null;
  quoted: { quoted_id: MessageId; quoted_provider_id: string | null } | null;
}

async function contentOf(
  tx: Tx,
  of: { scope: Scope; actor: Actor; form: SendForm; conversation: Conversation },
): Promise<Content> {
  const { scope, actor, form } = of;
  const text = form.content.trim();
  const quoted = form.quotedId ? await quotedMessage(tx, of.conversation, form.quotedId) : null;
  if (form.type === "text") {
    if (text === "") throw new AppError("CHAT_MESSAGE_REQUIRED");
    return { kind: "text", text, file: null, quoted };
  }
  const file = form.fileID ? await fileById(tx, scope, form.fileID) : undefined;
  // Only what one uploaded oneself: another's file may be of a conversation that is out of sight.
  if (!file?.storage_key || file.created_by !== actor.accountId) throw new AppError("CHAT_MESSAGE_REQUIRED");
  const kind = bareType(file.content_type).split("/")[0];
  const fits = form.type === "document" || kind === form.type;
  if (!fits) throw new AppError("WRONG_FILE_FORMAT");
  return { kind: form.type, text, file, quoted };
}

async function quotedMessage(tx: Tx, conversation: Conversation, id: MessageId): Promise<Content["quoted"]> {
  const found = await tx
    .selectFrom("message")
    .select(["message_id as quoted_id", "provider_message_id as quoted_provider_id"])
    .where("organization_id", "=", conversation.organization_id)
    .where("conversation_id", "=", conversation.conversation_id)
    .where("message_id", "=", id)
    .executeTakeFirst();
  if (!found) throw new AppError("NOT_FOUND");
  return found;
}
