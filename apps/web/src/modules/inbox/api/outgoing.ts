import { chat, type MessageRow } from "@homeroom/contract/chat";
import type { ChannelId, ConversationId, FileId, LeadId } from "@homeroom/contract/ids";
import { MessageId } from "@homeroom/contract/ids";
import { useSyncExternalStore } from "react";
import { v7 } from "uuid";
import { api } from "#platform/api.ts";
import { type SendType, sendTypeOf, takesCaption } from "../rules/attachments.ts";
import type { Outgoing } from "../rules/shown-message.ts";
import { createTurns } from "../rules/turns.ts";
import { takeMessage } from "./thread.ts";
import { keepUnsent, keptUnsent } from "./unsent.ts";

/** What the composer hands over. */
export interface Draft {
  conversationId: ConversationId;
  leadId: LeadId;
  channel: ChannelId | null;
  text: string;
  files: readonly { content: Blob; name: string; preview: string | null }[];
  quoted: MessageRow["quoted"];
}

/** For so long what was written can be taken back. */
const undoSeconds = 5;

let outgoing: readonly Outgoing[] = keptUnsent();
const listeners = new Set<() => void>();
const inTurn = createTurns();

/** The messages of this browser that the server has not answered for yet, of all conversations. */
export function useOutgoing(): readonly Outgoing[] {
  return useSyncExternalStore(subscribe, () => outgoing);
}

/** Sends what was written: the files one by one, the words with the first that can carry them, else after them. */
export function send(draft: Draft): void {
  const types = draft.files.map(({ content }) => sendTypeOf(content.type));
  const captioned = types.findIndex(takesCaption);
  const made = draft.files.map((file, index) =>
    newMessage(draft, { type: types[index] ?? "document", file, text: index === captioned ? draft.text : "" }),
  );
  if (captioned < 0 && draft.text !== "") made.push(newMessage(draft, { type: "text", file: null, text: draft.text }));
  made.forEach((message, index) => {
    put({ ...message, quoted: index === 0 ? draft.quoted : null });
    void deliver(message.messageId);
  });
}

/** Tries a message again that did not reach the server. The same id makes sure that it is sent only once. */
export function sendAgain(messageId: MessageId): void {
  change(messageId, { state: "sending", problem: null });
  void deliver(messageId);
}

/** Forgets the messages that turn out to be at the server: their answer was lost, or the page was left before it came. */
export function forgetKnown(known: ReadonlySet<MessageId>): void {
  for (const { messageId, state } of outgoing) if (state === "failed" && known.has(messageId)) discard(messageId);
}

/** Gives up a message that did not reach the server. */
export function discard(messageId: MessageId): void {
  const message = find(messageId);
  if (message?.file?.preview) URL.revokeObjectURL(message.file.preview);
  outgoing = outgoing.filter((one) => one.messageId !== messageId);
  announce();
}

function newMessage(draft: Draft, part: Pick<Outgoing, "type" | "file" | "text">): Outgoing {
  return {
    ...part,
    messageId: MessageId.parse(v7()),
    conversationId: draft.conversationId,
    leadId: draft.leadId,
    channel: draft.channel,
    uploaded: null,
    quoted: null,
    sentAt: new Date().toISOString(),
    state: "sending",
    problem: null,
  };
}

/** One after another per conversation, so that they arrive in the order in which they were written. */
async function deliver(messageId: MessageId): Promise<void> {
  const message = find(messageId);
  if (!message) return;
  try {
    const row = await inTurn(message.conversationId, () => handOver(messageId));
    if (row) takeMessage(row);
    discard(messageId);
  } catch (reason) {
    change(messageId, { state: "failed", problem: typeof reason === "string" ? reason : null });
  }
}

async function handOver(messageId: MessageId): Promise<MessageRow | null> {
  const waiting = find(messageId);
  if (!waiting) return null;
  const { type, fileID } = await withFile(waiting);
  const { resultData } = await api.call(chat.sendMessage, {
    leadId: waiting.leadId,
    messageId,
    type,
    content: waiting.text,
    undoSeconds,
    ...(waiting.channel && { channel: waiting.channel }),
    ...(fileID && { fileID }),
    ...(waiting.quoted?.messageId && { quotedId: waiting.quoted.messageId }),
  });
  return resultData;
}

async function withFile(message: Outgoing): Promise<{ type: SendType; fileID: FileId | null }> {
  if (!message.file || message.uploaded) return { type: message.type, fileID: message.uploaded };
  const { content, name } = message.file;
  const { resultData } = await api.call(chat.uploadFile, {}, { file: { content, name } });
  // The server has looked inside: what calls itself a picture may be none.
  const type = sendTypeOf(resultData.contentType);
  change(message.messageId, { uploaded: resultData.fileID, type });
  return { type, fileID: resultData.fileID };
}

function find(messageId: MessageId): Outgoing | undefined {
  return outgoing.find((one) => one.messageId === messageId);
}

function put(message: Outgoing): void {
  outgoing = [...outgoing, message];
  announce();
}

function change(messageId: MessageId, changed: Partial<Outgoing>): void {
  outgoing = outgoing.map((one) => (one.messageId === messageId ? { ...one, ...changed } : one));
  announce();
}

function announce(): void {
  keepUnsent(outgoing);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
