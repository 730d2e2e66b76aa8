import type { ConversationCard, ConversationRow, MessageRow } from "@homeroom/contract/chat";
import { BranchId, ChannelId, ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import { QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { onTestFinished } from "vitest";
import { queryClient } from "#platform/query.ts";
import { show } from "#ui/for-tests.ts";

const id = (number: number) => `019aaaaa-0000-7000-8000-${String(number).padStart(12, "0")}`;

export const leadIdOf = (number: number) => LeadId.parse(id(1000 + number));
export const conversationIdOf = (number: number) => ConversationId.parse(id(2000 + number));
export const channelIdOf = (number: number) => ChannelId.parse(id(3000 + number));
export const messageIdOf = (number: number) => MessageId.parse(id(4000 + number));

/** Far in the future, after any test run. */
export const farAhead = "2199-01-01T00:00:00.000Z";
export const longAgo = "2020-01-01T00:00:00.000Z";

const shopsNumber: ConversationRow["channel"] = {
  ...{ channelId: channelIdOf(1), kind: "whatsapp", name: "Front desk", sandbox: false, stoppedReason: null },
};

/** A conversation on WhatsApp whose customer may be written to for a long time. */
export function rowOf(number: number, more: Partial<ConversationRow> = {}): ConversationRow {
  return {
    ...{ conversationId: conversationIdOf(number), leadId: leadIdOf(number), nickname: `Customer ${number}` },
    ...{ branchID: BranchId.parse(id(1)), avatar: null, phone: "+85291234567", channel: shopsNumber, sales: null },
    ...{ labels: [], lastMessage: null, lastMessageTime: longAgo, backFromSnooze: false, unreadCount: 0 },
    ...{ waitingSince: null, windowEndsAt: farAhead, adWindow: false, line: null, blocked: false, gptStatus: 0 },
    ...{ assistantNote: null, status: null, state: "open", snoozedUntil: null, version: 1, holder: null },
    ...more,
  };
}

/** The same with the data for its header and composer; the person may do everything in it. */
export function cardOf(more: Partial<ConversationCard> = {}): ConversationCard {
  const all = { send: true, template: true, label: true, gpt: true, takeOver: true };
  return { ...rowOf(1), channels: [], can: all, ...more };
}

/** One of the channels that a customer can be reached through. */
export function channelOf(number: number, more: Partial<ConversationCard["channels"][number]> = {}) {
  const window = { windowEndsAt: farAhead, adWindow: false, line: null, blocked: false };
  return { ...shopsNumber, ...window, channelId: channelIdOf(number), contactId: id(number), ...more };
}

/** A text message from the customer. */
export function messageOf(number: number, more: Partial<MessageRow> = {}): MessageRow {
  return {
    ...{ messageId: messageIdOf(number), conversationId: conversationIdOf(1), leadId: leadIdOf(1) },
    ...{ channelId: channelIdOf(1), channelKind: "whatsapp", position: number, version: 1, direction: "in" },
    ...{ kind: "text", text: `Message ${number}`, details: {}, file: null, quoted: null, reactions: [] },
    ...{ reactionRefused: null, referral: null, forwarded: false, editedAt: null, revokedAt: null, sender: null },
    ...{ author: "staff", state: "received", error: null, sentAt: longAgo, createTime: longAgo, undoUntil: null },
    ...more,
  };
}

/** `show` with the app's query client, since much of the inbox writes to it by name. */
export function showInbox(children: ReactNode, around: Parameters<typeof show>[1] = {}) {
  onTestFinished(() => queryClient.clear());
  return show(createElement(QueryClientProvider, { client: queryClient }, children), around);
}
