import { type ChannelKind, chat, type MessageRow } from "@homeroom/contract/chat";
import type { Place } from "@homeroom/contract/chat-place";
import type { Sticker } from "@homeroom/contract/chat-sticker";
import type { CallOptions } from "@homeroom/contract/client";
import type { ChannelId, ConversationId, FileId, LeadId, MessageId } from "@homeroom/contract/ids";
import { welcome } from "@homeroom/contract/welcome";
import { useMutation } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { ownKey } from "#platform/access.ts";
import { api } from "#platform/api.ts";
import { newId } from "#platform/ids.ts";
import { onConnect } from "#platform/realtime.ts";
import { createListeners } from "#platform/store.ts";
import { useIntents } from "#platform/use-intents.ts";
import { captionedFile, type SendType, sendTypeOf } from "../rules/composer/attachments.ts";
import { type Outgoing, type StoppedChannel, stoppedChannelIn } from "../rules/shown-message.ts";
import { createTurns } from "../rules/turns.ts";
import { takeMessage } from "./thread.ts";

/** Even without a sign from browser or socket: a proxy may have answered while both stayed connected. */
const tryEveryMilliseconds = 5000;

let waiting: Promise<void> | null = null;

/** Resolves when a retry makes sense: the socket or the browser is connected again, or some seconds have passed. */
function untilConnected(): Promise<void> {
  waiting ??= new Promise<void>((resolve) => {
    const stops = [onConnect(goOn), onOnline(goOn)];
    const timer = setTimeout(goOn, tryEveryMilliseconds);
    function goOn(): void {
      for (const stop of stops) stop();
      clearTimeout(timer);
      waiting = null;
      resolve();
    }
  });
  return waiting;
}

function onOnline(listener: () => void): () => void {
  window.addEventListener("online", listener);
  return () => window.removeEventListener("online", listener);
}

const unsentName = "inbox-unsent";

/** Stores text that has not reached the server as long as the tab is open, since a reload must not lose it. */
function keepUnsent(outgoing: readonly Outgoing[]): void {
  try {
    // Files cannot be stored there.
    const words = outgoing.filter(({ file }) => file === null);
    if (words.length === 0) sessionStorage.removeItem(ownKey(unsentName));
    else sessionStorage.setItem(ownKey(unsentName), JSON.stringify(words));
  } catch {
    // Storage is full or blocked: the messages are kept until the page is closed.
  }
}

/** The stored messages, for their author to send again or discard. */
function keptUnsent(): readonly Outgoing[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(ownKey(unsentName)) ?? "[]") as Outgoing[];
    return kept.map((message) => ({ ...message, state: "failed" }));
  } catch {
    return [];
  }
}

interface MessageAddress {
  conversationId: ConversationId;
  leadId: LeadId;
  channel: ChannelId | null;
}

/** What the composer passes on. */
export interface Draft extends MessageAddress {
  text: string;
  files: readonly { content: Blob; name: string; preview: string | null }[];
  quoted: MessageRow["quoted"];
  channelKind: ChannelKind;
}

/** How long a message can be taken back. */
const undoSeconds = 5;

/** How long a message waits for a connection; after that it may no longer fit, and the person decides. */
const waitMilliseconds = 10 * 60_000;

let outgoing: readonly Outgoing[] = keptUnsent();
const listeners = createListeners();
const inTurn = createTurns();

/** The messages of this browser that the server has not confirmed yet, in all conversations. */
export function useOutgoing(): readonly Outgoing[] {
  return useSyncExternalStore(listeners.subscribe, () => outgoing);
}

/** Sends the files one by one, and the text as the caption of the first that can have one, otherwise after them. */
export function send(draft: Draft): void {
  const captioned = captionedFile(draft.files, draft);
  const made = draft.files.map((file, index) =>
    newMessage(draft, { type: sendTypeOf(file.content.type), file, text: index === captioned ? draft.text : "" }),
  );
  if (captioned < 0 && draft.text !== "") made.push(newMessage(draft, { type: "text", file: null, text: draft.text }));
  made.forEach((message, index) => {
    put({ ...message, quoted: index === 0 ? draft.quoted : null });
    void deliver(message.messageId);
  });
}

/** Sends a place on the map. */
export function sendPlace({ place, ...to }: MessageAddress & { place: Place }): void {
  const message = newMessage(to, { type: "location", file: null, text: place.name, place });
  put(message);
  void deliver(message.messageId);
}

/** Sends a LINE sticker. */
export function sendSticker({ sticker, ...to }: MessageAddress & { sticker: Sticker }): void {
  const message = newMessage(to, { type: "sticker", file: null, text: "", sticker });
  put(message);
  void deliver(message.messageId);
}

/** Retries a message that did not reach the server. The id stays the same, so it is sent only once. */
export function sendAgain(messageId: MessageId): void {
  change(messageId, { state: "sending", problem: null, stopped: null });
  void deliver(messageId);
}

/** Drops messages that turn out to be on the server: the answer was lost, or the page was left before it arrived. */
export function forgetKnown(known: ReadonlySet<MessageId>): void {
  for (const { messageId, state } of outgoing) if (state !== "sending" && known.has(messageId)) discard(messageId);
}

/** Discards a message that did not reach the server. */
export function discard(messageId: MessageId): void {
  const message = find(messageId);
  if (message?.file?.preview) URL.revokeObjectURL(message.file.preview);
  outgoing = outgoing.filter((one) => one.messageId !== messageId);
  announce();
}

type Part = Pick<Outgoing, "type" | "file" | "text"> & Partial<Pick<Outgoing, "place" | "sticker">>;

function newMessage(draft: MessageAddress, part: Part): Outgoing {
  return {
    place: null,
    sticker: null,
    ...part,
    messageId: newId<MessageId>(),
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

/**
 * One at a time per conversation, so that they arrive in the order in which they were written. A message without a
 * connection waits, and later ones wait behind it.
 */
async function deliver(messageId: MessageId): Promise<void> {
  const message = find(messageId);
  if (!message) return;
  let unanswered = false;
  let stopped: StoppedChannel | null = null;
  const heard: CallOptions = {
    onFailure({ name, details }) {
      unanswered = name === "NETWORK_ERROR";
      stopped = name === "CHANNEL_STOPPED" ? stoppedChannelIn(details) : null;
    },
  };
  try {
    const row = await inTurn(message.conversationId, async () =>
      isBehind(messageId) ? ("waits" as const) : handOver(messageId, heard),
    );
    if (row === "waits") return change(messageId, { state: "waiting" });
    if (row) takeMessage(row);
    discard(messageId);
  } catch (reason) {
    if (!unanswered || isLate(message)) giveUp(messageId, { reason, stopped });
    else await waitFor(messageId);
  }
}

function isBehind(messageId: MessageId): boolean {
  const place = outgoing.findIndex((one) => one.messageId === messageId);
  const { conversationId } = outgoing[place] ?? {};
  return outgoing.slice(0, place).some((one) => one.conversationId === conversationId && one.state === "waiting");
}

function isLate({ sentAt }: Outgoing): boolean {
  return Date.now() - new Date(sentAt).getTime() > waitMilliseconds;
}

function giveUp(messageId: MessageId, { reason, stopped }: { reason: unknown; stopped: StoppedChannel | null }): void {
  change(messageId, { state: "failed", problem: typeof reason === "string" ? reason : null, stopped });
}

async function waitFor(messageId: MessageId): Promise<void> {
  change(messageId, { state: "waiting" });
  await untilConnected();
  // In the order of the list: messages that waited behind this one follow it.
  for (const { messageId: next, state } of outgoing) if (state === "waiting") sendAgain(next);
}

async function handOver(messageId: MessageId, options: CallOptions): Promise<MessageRow | null> {
  const waiting = find(messageId);
  if (!waiting) return null;
  const { type, fileID } = await withFile(waiting, options);
  const { resultData } = await api.call(
    chat.sendMessage,
    {
      leadId: waiting.leadId,
      messageId,
      type,
      content: waiting.text,
      undoSeconds,
      ...(waiting.channel && { channel: waiting.channel }),
      ...(fileID && { fileID }),
      ...(waiting.place && { place: waiting.place }),
      ...(waiting.sticker && { sticker: waiting.sticker }),
      ...(waiting.quoted?.messageId && { quotedId: waiting.quoted.messageId }),
    },
    options,
  );
  return resultData;
}

async function withFile(message: Outgoing, options: CallOptions): Promise<{ type: SendType; fileID: FileId | null }> {
  if (!message.file || message.uploaded) return { type: message.type, fileID: message.uploaded };
  const { content, name } = message.file;
  const { resultData } = await api.call(chat.uploadFile, {}, { ...options, file: { content, name } });
  // The server has checked the content: a file that claims to be a picture may not be one.
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
  // Closing the tab would lose messages under way, and a reload their files.
  if (outgoing.some(({ state }) => state !== "failed")) window.addEventListener("beforeunload", askBeforeClosing);
  else window.removeEventListener("beforeunload", askBeforeClosing);
  listeners.notify();
}

function askBeforeClosing(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Sends a failed or unsure message again. */
export async function retryMessage(messageId: MessageId): Promise<void> {
  const { resultData } = await api.call(chat.retryMessage, { messageId });
  takeMessage(resultData);
}

/** Sends the branch's welcome message to a customer on LINE; the thread receives it like any message. */
export function useSendWelcome() {
  const intend = useIntents<MessageId>();
  return useMutation({
    mutationFn: (leadId: LeadId) => intend(leadId, (messageId) => api.call(welcome.send, { leadId, messageId })),
  });
}
