import type { AccountId, BranchId, FileId, LeadId, MessageId } from "@homeroom/contract/ids";
import { MessageId as MessageIdShape } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { v5 } from "uuid";
import { recordStaffMessage } from "#modules/leads/public";
import type { Actor } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Contact } from "../../contacts/queries/contacts.ts";
import { requireHold } from "../../conversations/actions/hold-conversation.ts";
import { findConversation } from "../../conversations/queries/conversations.ts";
import { lockConversation } from "../../conversations/writes/change-conversation.ts";
import type { MessagingProvider, OutboundButton } from "../../port.ts";
import { queueMessage } from "../writes/queue-message.ts";
import { requireSendable } from "./send-message.ts";

/** One message of a welcome message. */
export type WelcomePart =
  | { kind: "text"; text: string }
  | { kind: "image"; fileId: FileId; fileName: string }
  | { kind: "interactive"; text: string; buttons: readonly OutboundButton[] };

/** The receiver of a welcome message. */
export type WelcomeTo = { contactId: string } | { leadId: LeadId } | { userId: string } | { phone: string };

interface Welcome {
  parts: readonly WelcomePart[];
  /** The sender; null: sent automatically, once for each person. */
  senderId: AccountId | null;
  /** The same key stands for the same messages. */
  key: string;
  /** The person who then holds the conversation, as with any answer; absent if it is automatic or a test. */
  holder?: Actor;
}

/** The contact of a channel's kind that a welcome is for, locked; undefined when the scope sees none. */
export async function lockWelcomeContact(
  tx: Tx,
  scope: Scope,
  wanted: { kind: MessagingProvider["kind"]; branchId?: BranchId; to: WelcomeTo },
): Promise<Contact | undefined> {
  const { to, kind, branchId } = wanted;
  const contacts = tx
    .selectFrom("channel_contact")
    .selectAll("channel_contact")
    .innerJoin("channel", (join) =>
      join
        .onRef("channel.organization_id", "=", "channel_contact.organization_id")
        .onRef("channel.channel_id", "=", "channel_contact.channel_id"),
    )
    .where("channel_contact.organization_id", "=", scope.organizationId)
    .where("channel.kind", "=", kind)
    .where("channel.status", "=", 1);
  const inBranch = branchId ? contacts.where("channel.branch_id", "=", branchId) : contacts;
  return inBranch
    .where(ofPerson(to))
    .orderBy("last_inbound_at", (by) => by.desc().nullsLast())
    .limit(1)
    .forNoKeyUpdate("channel_contact")
    .executeTakeFirst();
}

function ofPerson(to: WelcomeTo) {
  if ("contactId" in to) return sql<boolean>`channel_contact.contact_id = ${to.contactId}`;
  if ("leadId" in to) return sql<boolean>`channel_contact.lead_id = ${to.leadId}`;
  if ("userId" in to) return sql<boolean>`channel_contact.provider_user_id = ${to.userId}`;
  return sql<boolean>`channel_contact.phone = ${to.phone}`;
}

/**
 * Adds a welcome message to the conversation of a locked contact. An automatic one is sent once to each person, and not
 * if anything prevents sending; for staff the reason is thrown, including another person's hold. Returns whether
 * it was queued.
 */
export async function queueWelcome(tx: Tx, scope: Scope, contact: Contact, welcome: Welcome): Promise<boolean> {
  const { parts, senderId, key, holder } = welcome;
  if (senderId === null && contact.welcomed_at !== null) return false;
  const now = new Date();
  if (!(await mayGo(tx, contact, { now, isAutomatic: senderId === null }))) return false;
  if (senderId !== null) await recordStaffMessage(tx, scope, { leadId: contact.lead_id, at: now });
  let conversation = await lockConversation(tx, contact.organization_id, { leadId: contact.lead_id });
  if (!conversation) throw new AppError("NOT_FOUND");
  await requireConversationOf(tx, scope, contact.lead_id);
  const ids = parts.map((_, index) => MessageIdShape.parse(v5(`${key}:${index}`, contact.contact_id)));
  if (await isQueued(tx, contact, ids)) return false;
  if (holder) await requireHold(tx, scope, holder, conversation);
  for (const [index, part] of parts.entries()) {
    const messageId = ids[index];
    if (!messageId) continue;
    const message = {
      ...partOf(part),
      messageId,
      author: senderId ? ("staff" as const) : ("automatic" as const),
      senderId,
    };
    await queueMessage(tx, conversation, { contact, message: { ...message, quoted: null, notBefore: null }, now });
    conversation = (await lockConversation(tx, contact.organization_id, { leadId: contact.lead_id })) ?? conversation;
  }
  await tx
    .updateTable("channel_contact")
    .set({ welcomed_at: now })
    .where("organization_id", "=", contact.organization_id)
    .where("contact_id", "=", contact.contact_id)
    .execute();
  return true;
}

/** Requires that a lead has a conversation that the scope sees. Throws NOT_FOUND. */
export async function requireConversationOf(tx: Tx, scope: Scope, leadId: LeadId): Promise<void> {
  if (!(await findConversation(tx, scope, { leadId }))) throw new AppError("NOT_FOUND");
}

/** For automatic messages nobody is there to see an error. */
async function mayGo(
  tx: Tx,
  contact: Contact,
  { now, isAutomatic }: { now: Date; isAutomatic: boolean },
): Promise<boolean> {
  try {
    await requireSendable(tx, contact, now);
    return true;
  } catch (error) {
    if (isAutomatic && error instanceof AppError) return false;
    throw error;
  }
}

async function isQueued(tx: Tx, contact: Contact, ids: readonly MessageId[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const found = await tx
    .selectFrom("message")
    .select("message_id")
    .where("organization_id", "=", contact.organization_id)
    .where("message_id", "in", [...ids])
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

function partOf(part: WelcomePart) {
  const details = { welcome: true };
  switch (part.kind) {
    case "text":
      return { kind: "text", text: part.text, details, fileId: null };
    case "image":
      return { kind: "image", text: "", details: { ...details, fileName: part.fileName }, fileId: part.fileId };
    case "interactive":
      return { kind: "interactive", text: part.text, details: { ...details, buttons: part.buttons }, fileId: null };
  }
}
