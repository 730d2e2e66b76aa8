import type { ConversationCard, ConversationRow, MessageRow } from "@homeroom/contract/chat";
import type { AccountId, FileId, LeadId, MessageId } from "@homeroom/contract/ids";
import type { MessageTable } from "@homeroom/database/inbox-tables";
import type { Selectable } from "kysely";
import { peopleByIds } from "#modules/accounts/public";
import { fileAddress, fileAddresses, filesByIds, type StoredFile } from "#modules/files/public";
import { leadHeads } from "#modules/leads/public";
import type { Actor } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import type { Platform } from "#platform/server-module";
import type { ContactChannel } from "./channels/queries/conversation-channels.ts";
import { presentDetails } from "./conversations/present/message-details.ts";
import { stateOf, waitOf } from "./conversations/queries/conversation-filters.ts";
import { findConversation, type ListedConversation } from "./conversations/queries/conversations.ts";
import { type ConversationHold, holdsOf } from "./conversations/queries/holds.ts";
import {
  channelKinds,
  type QuotedMessage,
  quotedMessages,
  type Reaction,
  reactionsTo,
} from "./conversations/queries/message-parts.ts";
import type { Inbox } from "./inbox.ts";
import { canBeUndone, freeUntil, hasReplyWindow, isReplyTokenFresh, later, quotaOfMonth } from "./rules.ts";

/** The modules used to present messages. Without `products` a cart shows retailer IDs, without `orders` no order. */
type Presenting = Pick<Inbox, "platform" | "products" | "orders">;
type Message = Selectable<MessageTable>;
type Person = NonNullable<MessageRow["sender"]>;

/** Messages in the contract's form, with everything that they refer to. */
export async function presentMessages(
  { platform, products, orders }: Presenting,
  tx: Tx,
  { scope, messages }: { scope: Scope; messages: readonly (Message & { lead_id: LeadId })[] },
): Promise<MessageRow[]> {
  const [files, reactions, quoted, people, kinds, shownDetails] = await Promise.all([
    filesByIds(tx, scope, present(messages.map((one) => one.file_id))),
    reactionsTo(
      tx,
      scope,
      messages.map((one) => one.message_id),
    ),
    quotedMessages(tx, scope, messages),
    presentPeople(platform, tx, { scope, ids: present(messages.map((one) => one.sender_id)) }),
    channelKinds(tx, scope, present(messages.map((one) => one.channel_id))),
    presentDetails({ platform, products, orders }, tx, { scope, messages }),
  ]);
  return messages.map((one): MessageRow => {
    const withdrawn = one.revoked_at !== null;
    const file = one.file_id && !withdrawn ? files.get(one.file_id) : undefined;
    return {
      messageId: one.message_id,
      conversationId: one.conversation_id,
      position: one.position,
      leadId: one.lead_id,
      channelId: one.channel_id,
      direction: one.direction,
      kind: one.kind as MessageRow["kind"],
      channelKind: kinds.get(one.channel_id) ?? "whatsapp",
      // Withdrawn content is no longer shown to anyone.
      text: withdrawn ? "" : one.text,
      details: withdrawn ? {} : shownDetails(one),
      file: file ? presentFile(platform, file) : null,
      quoted: presentQuoted(one, quoted),
      ...presentReactions(reactions.get(one.message_id) ?? []),
      referral: one.referral,
      forwarded: one.forwarded,
      editedAt: one.edited_at?.toISOString() ?? null,
      revokedAt: one.revoked_at?.toISOString() ?? null,
      sender: (one.sender_id && people.get(one.sender_id)) || null,
      author: one.author,
      state: one.state,
      error: presentError(one),
      sentAt: one.sent_at.toISOString(),
      createTime: one.created_at.toISOString(),
      version: one.version,
      undoUntil: canBeUndone(one) ? (one.next_attempt_at?.toISOString() ?? null) : null,
    };
  });
}

/** One message in the contract's form, for a caller; throws NOT_FOUND if they do not see its conversation. */
export function presentMessage(presenting: Presenting): (actor: Actor, message: Message) => Promise<MessageRow> {
  return (actor, message) => {
    const scope = scopeOf(actor, "chat:message:all");
    return inTransaction(presenting.platform.db, scope, async (tx) => {
      const conversation = await findConversation(tx, scope, { conversationId: message.conversation_id });
      if (!conversation) throw new AppError("NOT_FOUND");
      const messages = [{ ...message, lead_id: conversation.lead_id }];
      const [row] = await presentMessages(presenting, tx, { scope, messages });
      if (!row) throw new AppError("NOT_FOUND");
      return row;
    });
  };
}

function presentReactions(reactions: readonly Reaction[]): Pick<MessageRow, "reactions" | "reactionRefused"> {
  const refused = reactions.find(({ error_reason }) => error_reason !== null);
  return {
    reactions: reactions.filter(({ emoji }) => emoji !== "").map(({ emoji, direction }) => ({ emoji, direction })),
    reactionRefused: refused ? { emoji: refused.refused_emoji ?? "", reason: refused.error_reason ?? "" } : null,
  };
}

function presentFile(platform: Platform, file: StoredFile): NonNullable<MessageRow["file"]> {
  return {
    fileID: file.file_id,
    url: fileAddress(platform, file),
    name: file.name,
    contentType: file.content_type,
    size: file.size,
    width: file.width,
    height: file.height,
    lost: file.lost_at !== null,
  };
}

function presentQuoted(message: Message, quoted: Map<MessageId, QuotedMessage>): MessageRow["quoted"] {
  if (message.quoted_id === null && message.quoted_provider_id === null) return null;
  const found = quoted.get(message.message_id);
  // From before the channel was connected, or in another conversation after an unmerge: we only show that it quotes something.
  if (!found) return { messageId: null, text: "", direction: "out" };
  return { messageId: found.message_id, text: found.revoked_at ? "" : found.text, direction: found.direction };
}

function presentError(message: Message): MessageRow["error"] {
  if (message.error_class === null) return null;
  return {
    class: message.error_class,
    code: message.error_code ?? "",
    reason: message.error_reason ?? "",
    detail: message.error_detail ?? "",
  };
}

/** Conversations in the contract's form, with their leads and people. */
export async function presentConversations(
  platform: Platform,
  tx: Tx,
  { scope, conversations }: { scope: Scope; conversations: readonly ListedConversation[] },
): Promise<ConversationRow[]> {
  const leadIds = conversations.map((one) => one.lead_id);
  const conversationIds = conversations.map((one) => one.conversation_id);
  const [leads, holds, sales] = await Promise.all([
    leadHeads(tx, scope, leadIds),
    holdsOf(tx, scope, conversationIds),
    presentPeople(platform, tx, { scope, ids: present(conversations.map((one) => one.sales_id)) }),
  ]);
  const avatars = present([...leads.values()].map((lead) => lead.avatarFileId));
  const others = present([...holds.values()].map((hold) => hold.account_id)).filter((id) => !sales.has(id));
  const [holders, pictures] = await Promise.all([
    presentPeople(platform, tx, { scope, ids: others }),
    fileAddresses(platform)(tx, scope, avatars),
  ]);
  const people = new Map([...sales, ...holders]);
  return conversations.map((one): ConversationRow => {
    const lead = leads.get(one.lead_id);
    const windowEndsAt = hasReplyWindow(one.channel_kind)
      ? later(one.contact_window_ends_at, one.ad_window_ends_at)
      : null;
    return {
      conversationId: one.conversation_id,
      leadId: one.lead_id,
      branchID: one.branch_id,
      nickname: lead?.nickname ?? one.contact_name,
      avatar: pictureOf(lead?.avatarFileId ?? null, pictures),
      phone: lead?.phone || (one.contact_phone ? `+${one.contact_phone}` : ""),
      channel: {
        channelId: one.channel_id as ConversationRow["channel"]["channelId"],
        kind: one.channel_kind,
        name: one.channel_name,
        sandbox: one.channel_sandbox,
        stoppedReason: one.channel_stopped_reason,
      },
      sales: (one.sales_id && people.get(one.sales_id)) || null,
      labels: lead?.tags ?? [],
      lastMessage: lastMessageOf(one),
      lastMessageTime: one.last_message_at?.toISOString() ?? null,
      backFromSnooze: isBackFromSnooze(one),
      unreadCount: one.unread_count,
      waitingSince: waitOf(one)?.toISOString() ?? null,
      windowEndsAt: windowEndsAt?.toISOString() ?? null,
      line: presentLineCost({ ...one, kind: one.channel_kind }),
      adWindow: one.ad_window_ends_at !== null && windowEndsAt?.getTime() === one.ad_window_ends_at.getTime(),
      blocked: one.blocked_at !== null,
      gptStatus: lead?.gptStatus ?? 0,
      assistantNote: one.assistant_note && { kind: one.assistant_note.kind, reason: one.assistant_note.reason },
      status: lead?.status ?? null,
      state: stateOf(one),
      snoozedUntil: one.snoozed_until?.toISOString() ?? null,
      version: one.version,
      holder: presentHolder(holds.get(one.conversation_id), people),
    };
  });
}

/** An answer after it was reopened moves it in the list, so its stored time is out of date. */
function isBackFromSnooze(one: ListedConversation): boolean {
  if (one.woken_at === null || one.unread_count === 0 || stateOf(one) !== "open") return false;
  return one.woken_at.getTime() === one.last_message_at?.getTime();
}

function presentHolder(hold: ConversationHold | undefined, people: Map<AccountId, Person>): ConversationRow["holder"] {
  if (!hold) return null;
  const nickname = (hold.account_id && people.get(hold.account_id)?.nickname) || "";
  return { accountID: hold.account_id, nickname, kind: hold.kind, since: hold.since.toISOString() };
}

/** A person's channels for the conversation's card. */
export function presentChannels(channels: readonly ContactChannel[]): ConversationCard["channels"] {
  return channels.map((one) => {
    const windowEndsAt = hasReplyWindow(one.kind) ? later(one.window_ends_at, one.ad_window_ends_at) : null;
    return {
      channelId: one.channel_id,
      kind: one.kind,
      name: one.name,
      contactId: one.contact_id,
      windowEndsAt: windowEndsAt?.toISOString() ?? null,
      adWindow: one.ad_window_ends_at !== null && windowEndsAt?.getTime() === one.ad_window_ends_at.getTime(),
      line: presentLineCost(one),
      blocked: one.blocked_at !== null,
      sandbox: one.is_sandbox,
      stoppedReason: one.stopped_reason,
    };
  });
}

type CostFacts = Pick<
  ContactChannel,
  "kind" | "reply_token" | "reply_token_at" | "quota_limit" | "quota_used" | "quota_at"
>;

function presentLineCost(of: CostFacts): ConversationRow["line"] {
  if (of.kind !== "line") return null;
  const now = new Date();
  const isFree = isReplyTokenFresh(of, now);
  return { freeUntil: (isFree && freeUntil(of)?.toISOString()) || null, quota: quotaOfMonth(of, now) };
}

const shownOfLastMessage = 200;

function lastMessageOf(one: ListedConversation): ConversationRow["lastMessage"] {
  if (one.last_kind === null || one.last_state === null) return null;
  const text = one.last_revoked ? "" : (one.last_text ?? "");
  return {
    kind: one.last_kind as MessageRow["kind"],
    text: text.slice(0, shownOfLastMessage).toWellFormed(),
    happened: one.last_kind === "system" ? (one.last_happened ?? "") : "",
    revoked: one.last_revoked === true,
    // The direction of the last written message; system lines do not count.
    direction: one.last_state === "received" ? "in" : "out",
    state: one.last_state as MessageRow["state"],
  };
}

/** People of the organisation, named beside their actions. */
export async function presentPeople(
  platform: Platform,
  tx: Tx,
  { scope, ids }: { scope: Scope; ids: readonly AccountId[] },
): Promise<Map<AccountId, Person>> {
  const people = await peopleByIds(tx, scope, ids);
  const pictures = await fileAddresses(platform)(
    tx,
    scope,
    present([...people.values()].map((one) => one.avatarFileId)),
  );
  return new Map(
    [...people.values()].map((one) => [
      one.accountId,
      { accountID: one.accountId, nickname: one.nickname, avatar: pictureOf(one.avatarFileId, pictures) },
    ]),
  );
}

function pictureOf(id: FileId | null, pictures: Map<FileId, string>): string | null {
  return (id && pictures.get(id)) ?? null;
}

function present<Value>(values: readonly (Value | null)[]): Value[] {
  return [...new Set(values.filter((value) => value !== null))];
}
