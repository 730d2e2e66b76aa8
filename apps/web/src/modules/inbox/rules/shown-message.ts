import type { MessageRow } from "@homeroom/contract/chat";
import type { Place } from "@homeroom/contract/chat-place";
import type { Sticker } from "@homeroom/contract/chat-sticker";
import type { ChannelId, ConversationId, FileId, LeadId, MessageId } from "@homeroom/contract/ids";
import type { SendType } from "./composer/attachments.ts";

/** A channel that the provider has stopped. */
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

/** A message being sent to the server: shown at once, replaced by the server's row. */
export interface Outgoing {
  messageId: MessageId;
  conversationId: ConversationId;
  leadId: LeadId;
  /** The chosen channel; null: the one that the customer last used. */
  channel: ChannelId | null;
  type: SendType;
  text: string;
  file: { content: Blob; name: string; preview: string | null } | null;
  /** The file is already on the server: a retry does not upload it again. */
  uploaded: FileId | null;
  /** Set for a place. */
  place: Place | null;
  /** Set for a LINE sticker. */
  sticker: Sticker | null;
  quoted: MessageRow["quoted"];
  sentAt: string;
  /** `waiting`: for a connection; it is then sent automatically. */
  state: "sending" | "waiting" | "failed";
  /** Why it failed, in the client's words. */
  problem: string | null;
  /** Set if its channel has stopped: the address of the channel's settings. */
  stopped?: StoppedChannel | null;
}

/** A message in the conversation: the server's row, or one that is still being sent. */
export type ShownMessage = Omit<MessageRow, "position" | "version" | "createTime" | "channelKind" | "channelId"> & {
  /** Null until the server has reported its channel. */
  channelKind: MessageRow["channelKind"] | null;
  /** Null while unknown: the channel that the customer last used. */
  channelId: MessageRow["channelId"] | null;
  /** Set until the server has confirmed it. */
  outgoing: Outgoing | null;
};

/** The server's messages, followed by those that it does not have yet. */
export function shownMessages(messages: readonly MessageRow[], outgoing: readonly Outgoing[]): ShownMessage[] {
  const known = new Set(messages.map(({ messageId }) => messageId));
  return [...messages.map(shownRow), ...outgoing.filter(({ messageId }) => !known.has(messageId)).map(shownOutgoing)];
}

/** The same object for the same row, so that a bubble does not render again because another changed. */
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
