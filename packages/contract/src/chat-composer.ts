import { z } from "zod";
import { MessageRow, Person, SendingChannel } from "./chat.ts";
import { endpoint } from "./endpoint.ts";
import { type ErrorName, errorCatalogue } from "./errors/catalogue.ts";
import { AccountId, ChannelId, ConversationId, FileId, LeadId, MessageId, RecordId } from "./ids.ts";
import { editedFields } from "./some-fields.ts";

/** How far ahead a message can be scheduled. */
export const scheduleDays = 30;
/** The highest number of messages waiting for one customer. */
export const maxScheduled = 50;
/** The most people a forward can go to, and the most messages in one. */
export const maxForwarded = { messages: 10, leads: 20 } as const;

const sendTypes = ["text", "image", "document", "audio", "video"] as const;
const RefusalReason = z.enum(Object.keys(errorCatalogue) as [ErrorName, ...ErrorName[]]);

const ScheduledRow = z.object({
  scheduledId: RecordId,
  conversationId: ConversationId,
  type: z.enum(sendTypes),
  content: z.string(),
  file: z.object({ fileID: FileId, name: z.string(), url: z.string().nullable() }).nullable(),
  channelId: ChannelId,
  channelName: z.string(),
  sendAt: z.string(),
  author: Person.nullable(),
  isMine: z.boolean(),
  version: z.number().int(),
});
export type ScheduledRow = z.infer<typeof ScheduledRow>;

const NoteWords = z.object({
  content: z.string().trim().min(1, "CHAT_CONTENT_EMPTY").max(2000),
  /** The people mentioned; they need access to the conversation. */
  mentions: z.array(AccountId).max(20).default([]),
});

const ForwardResult = z.object({
  leadId: LeadId,
  nickname: z.string(),
  /** How many messages are on their way to them. */
  sent: z.number().int(),
  /** Why nothing was sent to them; null if it was. */
  refusal: RefusalReason.nullable(),
});
export type ForwardResult = z.infer<typeof ForwardResult>;

const MentionOption = Person.extend({
  /** How a note names them after the @: the nickname, with a mark after it if colleagues share one. */
  name: z.string(),
  /** What distinguishes colleagues with the same nickname: where they work, and their e-mail. */
  detail: z.string(),
});
export type MentionOption = z.infer<typeof MentionOption>;

/** What is done with a message before, instead of and after sending it. */
export const chatComposer = {
  undoSend: endpoint("POST /api_chat/Chat/UndoSend", {
    summary: "Takes back the caller's own message that is still waiting; it is never sent, and its text is erased.",
    access: "chat:message:send",
    request: z.object({ messageId: MessageId }),
    response: MessageRow,
    errors: ["MESSAGE_UNDO_TOO_LATE"],
  }),
  forward: endpoint("POST /api_chat/Chat/ForwardMessage", {
    summary:
      "Forwards messages to other customers; each is accepted or refused separately. Repeated with the same forwardId, nothing is sent twice.",
    access: "chat:message:forward",
    alsoNamed: { messageId: "messageIds", leadId: "leadIds" },
    request: z.object({
      forwardId: RecordId.optional(),
      messageIds: z.array(MessageId).min(1, "CHAT_MESSAGE_REQUIRED").max(maxForwarded.messages),
      leadIds: z.array(LeadId).min(1, "CHAT_FORWARD_NAMES_REQUIRED").max(maxForwarded.leads),
    }),
    response: z.object({ results: z.array(ForwardResult) }),
    errors: ["CHAT_FORWARD_NAMES_REQUIRED", "CHAT_MESSAGE_REQUIRED", "MESSAGE_NOT_FORWARDABLE"],
  }),
  react: endpoint("POST /api_chat/Chat/ReactToMessage", {
    summary: "Reacts to a message of a WhatsApp customer; an empty emoji removes the reaction.",
    access: "chat:message:send",
    request: z.object({ messageId: MessageId, emoji: z.string().max(20) }),
    response: MessageRow,
    errors: [
      "REACTION_NOT_POSSIBLE",
      "CHAT_ONLY_TEMPLATE_AFTER_24H",
      "CHAT_CUSTOMER_BLOCKED",
      "FEATURE_NOT_SET_UP",
      "CHANNEL_STOPPED",
    ],
  }),
  addNote: endpoint("POST /api_chat/Chat/AddConversationNote", {
    summary: "Writes a note for colleagues into a conversation. The customer never gets it.",
    access: "chat:message:query",
    request: NoteWords.extend({ conversationId: ConversationId, messageId: MessageId.optional() }),
    response: MessageRow,
    errors: ["CHAT_CONTENT_EMPTY"],
  }),
  editNote: endpoint("POST /api_chat/Chat/EditConversationNote", {
    summary: "Changes the caller's own note; newly mentioned people are notified.",
    access: "chat:message:query",
    request: z.object({ ...editedFields(NoteWords.shape), messageId: MessageId }),
    response: MessageRow,
    errors: ["CHAT_CONTENT_EMPTY"],
  }),
  deleteNote: endpoint("GET /api_chat/Chat/DeleteConversationNote", {
    summary: "Removes the caller's own note; its text is erased.",
    access: "chat:message:query",
    request: z.object({ messageId: MessageId }),
    response: MessageRow,
  }),
  mentionOptions: endpoint("GET /api_chat/Chat/MentionOptions", {
    summary: "The colleagues with access to a conversation, by name, at most 50.",
    access: "chat:message:query",
    request: z.object({ conversationId: ConversationId, keywords: z.string().trim().max(50).optional() }),
    response: z.array(MentionOption),
  }),
  schedule: endpoint("POST /api_chat/Chat/ScheduleMessage", {
    summary: "Schedules a message within the reply window. Repeated with the same scheduledId, it makes no second one.",
    access: "chat:message:send",
    request: z.object({
      leadId: LeadId,
      scheduledId: RecordId.optional(),
      channel: SendingChannel.optional(),
      type: z.enum(sendTypes).default("text"),
      content: z.string().max(4096).default(""),
      fileID: FileId.optional(),
      quotedId: MessageId.optional(),
      sendAt: z.iso.datetime({ offset: true }),
    }),
    response: ScheduledRow,
    errors: [
      "CHAT_MESSAGE_REQUIRED",
      "SCHEDULE_TIME_NOT_FUTURE",
      "SCHEDULE_BEYOND_WINDOW",
      "CHAT_ONLY_TEMPLATE_AFTER_24H",
      "CHAT_CUSTOMER_BLOCKED",
      "CHAT_TAKEN_BY_OTHER",
      "WRONG_FILE_FORMAT",
      "FEATURE_NOT_SET_UP",
      "CHANNEL_STOPPED",
      "SETTING_LIMIT_REACHED",
      "CHAT_CAPTION_TOO_LONG",
    ],
  }),
  scheduledList: endpoint("GET /api_chat/Chat/ScheduledMessages", {
    summary: "The scheduled messages of a conversation, next first.",
    access: "chat:message:query",
    request: z.object({ conversationId: ConversationId }),
    response: z.array(ScheduledRow),
  }),
  editScheduled: endpoint("POST /api_chat/Chat/EditScheduledMessage", {
    summary: "Changes the text or the time of the caller's own scheduled message that is still waiting.",
    access: "chat:message:send",
    request: z.object({
      scheduledId: RecordId,
      version: z.number().int(),
      content: z.string().max(4096),
      sendAt: z.iso.datetime({ offset: true }),
    }),
    response: ScheduledRow,
    errors: [
      "CHAT_MESSAGE_REQUIRED",
      "CHAT_CAPTION_TOO_LONG",
      "SCHEDULE_TIME_NOT_FUTURE",
      "SCHEDULE_BEYOND_WINDOW",
      "STALE_DATA",
    ],
  }),
  deleteScheduled: endpoint("GET /api_chat/Chat/DeleteScheduledMessage", {
    summary:
      "Takes back a scheduled message that is still waiting: the caller's own, or anybody's with chat:message:takeover.",
    access: "chat:message:send",
    request: z.object({ scheduledId: RecordId }),
    response: z.null(),
    errors: ["STALE_DATA"],
  }),
};
