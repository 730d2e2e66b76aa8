import type { AssistantEvent } from "@homeroom/contract/chat-assistant";
import type { ConversationEvent } from "@homeroom/contract/chat-states";
import type { ConversationId, LeadId, MessageId } from "@homeroom/contract/ids";
import type { ShownMessage } from "./shown-message.ts";

/** An action on a conversation, or one of the assistant that staff should know about. */
export type ThreadEvent = ConversationEvent | AssistantEvent;

interface ThreadPart {
  conversationId: ConversationId;
  leadId: LeadId;
  messages: readonly ShownMessage[];
  events: readonly ThreadEvent[];
  /** Whether there are messages before or after the loaded ones. */
  hasOlder: boolean;
  hasNewer: boolean;
}

/** The loaded messages with the actions on the conversation at their positions between them. */
export function withEvents({
  conversationId,
  leadId,
  messages,
  events,
  hasOlder,
  hasNewer,
}: ThreadPart): ShownMessage[] {
  const lines = [...messages];
  for (const event of events) {
    const at = new Date(event.createTime).getTime();
    const before = messages.findLastIndex(({ sentAt }) => new Date(sentAt).getTime() <= at);
    const isBeyond = (before < 0 && hasOlder) || (before === messages.length - 1 && hasNewer);
    if (isBeyond) continue;
    const after = messages[before];
    const place = after ? lines.indexOf(after) + 1 : 0;
    lines.splice(afterEvents(lines, place), 0, lineOf(event, { conversationId, leadId }));
  }
  return lines;
}

/** The subject of a line between the messages; null for a message. */
export function eventOf(message: ShownMessage): ThreadEvent | null {
  return events.get(message) ?? null;
}

/** Events at the same position keep their order. */
function afterEvents(lines: readonly ShownMessage[], place: number): number {
  const next = lines[place];
  return next && events.has(next) ? afterEvents(lines, place + 1) : place;
}

/** The same line for the same event, so that it does not render again because of a new message. */
function lineOf(event: ThreadEvent, of: Pick<ThreadPart, "conversationId" | "leadId">): ShownMessage {
  const known = made.get(event);
  if (known) return known;
  const line: ShownMessage = {
    ...of,
    messageId: event.recordID as string as MessageId,
    channelId: null,
    direction: "out",
    kind: "system",
    channelKind: null,
    text: "",
    details: {},
    file: null,
    quoted: null,
    reactions: [],
    reactionRefused: null,
    referral: null,
    forwarded: false,
    editedAt: null,
    revokedAt: null,
    undoUntil: null,
    author: "automatic",
    sender: null,
    state: "received",
    error: null,
    sentAt: event.createTime,
    outgoing: null,
  };
  made.set(event, line);
  events.set(line, event);
  return line;
}

const made = new WeakMap<ThreadEvent, ShownMessage>();
const events = new WeakMap<ShownMessage, ThreadEvent>();
