import { chat, type MessageRow } from "@homeroom/contract/chat";
import { chatComposer, type ForwardResult } from "@homeroom/contract/chat-composer";
import type { AccountId, ConversationId, LeadId, MessageId, RecordId } from "@homeroom/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { ShownMessage } from "../rules/shown-message.ts";
import { giveBack } from "./given-back.ts";
import { loadedMessage, takeMessage } from "./thread.ts";

/**
 * Takes back the person's own message while it waits; its text and file return to the composer. Returns the quoted message,
 * if loaded.
 */
export async function undoSend(message: ShownMessage): Promise<MessageRow | null> {
  const { messageId, conversationId } = message;
  // A place is not written in the composer: its dialog remembers it.
  const text = message.kind === "location" ? "" : message.text;
  const files = await fileOf(message);
  const { resultData } = await api.call(chatComposer.undoSend, { messageId });
  if (text !== "" || files.length > 0) giveBack(conversationId, { text, files });
  takeMessage(resultData);
  const quotedId = message.quoted?.messageId;
  return quotedId ? loadedMessage(conversationId, quotedId) : null;
}

async function fileOf({ file }: ShownMessage): Promise<File[]> {
  if (!file?.url) return [];
  try {
    const content = await (await fetch(file.url)).blob();
    return [new File([content], file.name, { type: file.contentType })];
  } catch {
    // Taking a message back must not fail because its file cannot be fetched.
    return [];
  }
}

/** Sets our reaction to a message; an empty emoji removes it. */
export async function react(messageId: MessageId, emoji: string): Promise<void> {
  takeMessage((await api.call(chatComposer.react, { messageId, emoji })).resultData);
}

/** Forwards messages to customers; returns the outcome of each. */
export async function forward(of: {
  forwardId: RecordId;
  messageIds: MessageId[];
  leadIds: LeadId[];
}): Promise<readonly ForwardResult[]> {
  return (await api.call(chatComposer.forward, of)).resultData.results;
}

/** The conversations that a message can be forwarded to. */
export function useForwardTargets(keywords: string) {
  return useQuery({
    queryKey: ["inbox", "forward-targets", keywords],
    queryFn: async ({ signal }) => {
      const wanted = { pageSize: 30, ...(keywords && { keywords }) };
      return (await api.call(chat.conversationList, wanted, { signal })).resultData.list;
    },
    placeholderData: (before) => before,
  });
}

/** The colleagues a note can mention. */
export async function colleaguesToMention(conversationId: ConversationId, keywords: string) {
  return (await api.call(chatComposer.mentionOptions, { conversationId, keywords })).resultData;
}

interface NoteWords {
  content: string;
  mentions: AccountId[];
}

export async function addNote(conversationId: ConversationId, messageId: MessageId, note: NoteWords): Promise<void> {
  takeMessage((await api.call(chatComposer.addNote, { conversationId, messageId, ...note })).resultData);
}

export async function editNote(messageId: MessageId, note: NoteWords): Promise<void> {
  takeMessage((await api.call(chatComposer.editNote, { messageId, ...note })).resultData);
}

export async function deleteNote(messageId: MessageId): Promise<void> {
  takeMessage((await api.call(chatComposer.deleteNote, { messageId })).resultData);
}
