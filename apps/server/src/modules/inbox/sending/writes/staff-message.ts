import { type ChannelKind, channelKinds, type SendingChannel } from "@homeroom/contract/chat";
import { type LeadId, MessageId } from "@homeroom/contract/ids";
import { v7 } from "uuid";
import { recordStaffMessage } from "#modules/leads/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { requireHold } from "../../conversations/actions/hold-conversation.ts";
import { findConversation } from "../../conversations/queries/conversations.ts";
import type { Conversation, Message } from "../../conversations/writes/change-conversation.ts";
import { type NewMessage, queueMessage } from "./queue-message.ts";

/** The lead that a person writes to; without a channel, the one that the customer last wrote in is used. */
interface MessageAddress {
  leadId: LeadId;
  messageId?: MessageId | undefined;
  channel?: SendingChannel | undefined;
}

/** The locked rows for a person's message. */
export interface LockedRows {
  scope: Scope;
  conversation: Conversation;
  contact: Contact;
  now: Date;
}

/** What a person writes. */
type MessageDraft = Pick<NewMessage, "kind" | "text" | "details" | "fileId"> &
  Partial<Pick<NewMessage, "quoted" | "notBefore">>;

/**
 * Queues a person's message to a customer and pauses GPT for them in the same transaction; a job delivers it. The same
 * messageId again returns the message that was made the first time, without calling `write`. Throws NOT_FOUND for what the
 * person does not see, what `requireHold` throws, and what `write` throws.
 */
export function queueStaffMessage(
  db: Database,
  actor: Actor,
  to: MessageAddress,
  write: (tx: Tx, ground: LockedRows) => Promise<MessageDraft>,
): Promise<Message> {
  const scope = scopeOf(actor, "chat:message:all");
  const { leadId, messageId = MessageId.parse(v7()) } = to;
  return refusingTakenId(new AppError("NOT_FOUND"), () =>
    inTransaction(db, scope, async (tx) => {
      const seen = await findConversation(tx, scope, { leadId });
      if (!seen) throw new AppError("NOT_FOUND");
      const now = new Date();
      // Locks the lead, which goes before the conversation.
      await recordStaffMessage(tx, scope, { leadId, at: now });
      const conversation = await findConversation(tx, scope, { leadId }, "lock");
      if (!conversation) throw new AppError("NOT_FOUND");
      const existing = await messageById(tx, scope, messageId);
      if (existing) return sameMessage(existing, conversation);
      await requireHold(tx, scope, actor, conversation);

      const contact = await contactFor(tx, conversation, to);
      const written = await write(tx, { scope, conversation, contact, now });
      const author = { author: "staff" as const, senderId: actor.accountId };
      const message = { quoted: null, notBefore: null, ...written, ...author, messageId };
      return queueMessage(tx, conversation, { contact, message, now });
    }),
  );
}

export function messageById(tx: Tx, scope: Scope, id: MessageId): Promise<Message | undefined> {
  return findRow(tx, scope, "message", { message_id: id });
}

/** An id of another conversation's message is a mistake or a probe. */
export function sameMessage(existing: Message, conversation: Conversation): Message {
  if (existing.conversation_id !== conversation.conversation_id) throw new AppError("NOT_FOUND");
  return existing;
}

/** The receiver: the lead's contact in the wanted channel or kind of channel, or the one who wrote last. Throws NOT_FOUND. */
export async function contactFor(
  tx: Tx,
  conversation: Conversation,
  { channel }: Pick<MessageAddress, "channel">,
): Promise<Contact> {
  const contacts = tx
    .selectFrom("channel_contact")
    .selectAll()
    .where("organization_id", "=", conversation.organization_id);
  const ofLead = contacts.where("lead_id", "=", conversation.lead_id);
  const wanted = !channel
    ? contacts.where("contact_id", "=", conversation.contact_id)
    : isKind(channel)
      ? ofLead.where(({ eb, ref, selectFrom }) =>
          eb(
            "channel_id",
            "in",
            selectFrom("channel")
              .select("channel.channel_id")
              .whereRef("channel.organization_id", "=", ref("channel_contact.organization_id"))
              .where("channel.kind", "=", channel),
          ),
        )
      : ofLead.where("channel_id", "=", channel);
  const contact = await wanted.orderBy("last_inbound_at", (by) => by.desc().nullsLast()).executeTakeFirst();
  if (!contact) throw new AppError("NOT_FOUND");
  return contact;
}

function isKind(channel: SendingChannel): channel is ChannelKind {
  return channelKinds.some((kind) => kind === channel);
}
