import type { MessageRow } from "@homeroom/contract/chat";
import type { Place } from "@homeroom/contract/chat-place";
import type { Sticker } from "@homeroom/contract/chat-sticker";
import type { ChannelId, ConversationId, FileId, LeadId, MessageId } from "@homeroom/contract/ids";
import type { SendType } from "./composer/attachments.ts";

/** A channel that the provider lets nothing through. */
export interface StoppedChannel {
  channelID: string;
  channelKind: "whatsapp" | "line";
}

/** Reads the stopped channel from the details of a refused call. */
export function stoppedChannelIn(details: Readonly<Record<string, unknown>> | undefined): StoppedChannel | null {
  const { channelID, channelKind } = details ?? {};
  if (typeof channelID !== "string" || (channelKind !== "whatsapp" && channelKind !== "line")) return null;
  return { channelID, channelKind };
}

/** A message on its way to the server: shown at once, gone when the server's own row is there. */
export interface Outgoing {
  messageId: MessageId;
  conversationId: ConversationId;
  leadId: LeadId;
  /** The channel that was chosen for it; null: the one that the customer wrote through last. */
  channel: ChannelId | null;
  type: SendType;
  text: string;
  file: { content: Blob; name: string; preview: string | null } | null;
  /** The file is at the server already: a retry does not carry it again. */
  uploaded: FileId | null;
  /** Of a place that is sent. */
  place: Place | null;
  /** Of one that is sent on LINE. */
  sticker: Sticker | null;
  quoted: MessageRow["quoted"];
  sentAt: string;
  /** Waiting: for the connection; it goes out by itself. */
  state: "sending" | "waiting" | "failed";
  /** Why it failed, as the client said it. */
  problem: string | null;
  /** Set when its channel has stopped: where the channel's settings are. */
  stopped?: StoppedChannel | null;
}

/** A message as the conversation shows it: the server's row, or one that is still on its way there. */
export type ShownMessage = Omit<MessageRow, "position" | "version" | "createTime" | "channelKind" | "channelId"> & {
  /** Null while the server has not said through what it goes. */
  channelKind: MessageRow["channelKind"] | null;
  /** Null while it is not known: the one that the customer wrote through last. */
  channelId: MessageRow["channelId"] | null;
  /** Set while the server has not answered for it. */
  outgoing: Outgoing | null;
};

/** The server's messages, and after them those that it does not have yet. */
export function shownMessages(messages: readonly MessageRow[], outgoing: readonly Outgoing[]): ShownMessage[] {
  const known = new Set(messages.map(({ messageId }) => messageId));
  return [...messages.map(shownRow), ...outgoing.filter(({ messageId }) => !known.has(messageId)).map(shownOutgoing)];
}

/** The same object for the same row, so that a bubble is not drawn again because another changed. */
function shownRow(row: MessageRow): ShownMessage {
  const made = shownRows.get(row) ?? { ...row, outgoing: null };
  shownRows.set(row, made);
  return made;
}

const shownRows = new WeakMap<MessageRow, ShownMessage>();

function shownOutgoing(message: Outgoing): ShownMessage {
  const { messageId, conversationId, leadId, type, text, place, sticker, quoted, sentAt, state } = message;
  return {
    messageId,
    conversationId,
    leadId,
    channelId: message.channel,
    direction: "out",
    kind: type,
    channelKind: null,
    text,
    details: { ...place, ...sticker },
    file: null,
    quoted,
    reactions: [],
    reactionRefused: null,
    referral: null,
    forwarded: false,
    editedAt: null,
    revokedAt: null,
    author: "staff",
    sender: null,
    state: state === "failed" ? "failed" : "queued",
    error: null,
    sentAt,
    undoUntil: null,
    outgoing: message,
  };
}
