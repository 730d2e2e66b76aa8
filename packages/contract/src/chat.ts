import { z } from "zod";
import { OfConversation } from "./chat-address.ts";
import { AssistantNote } from "./chat-assistant.ts";
import { LineCost } from "./chat-line-cost.ts";
import { Place } from "./chat-place.ts";
import { Sticker } from "./chat-sticker.ts";
import { endpoint } from "./endpoint.ts";
import { UploadedFile } from "./file.ts";
import { AccountId, BranchId, ChannelId, ConversationId, FileId, LeadId, MessageId, RecordId } from "./ids.ts";
import { PageRequest, pageOf, pageSizeUpTo } from "./paging.ts";

export const conversationFilters = ["All", "My", "NoReply", "Over24h", "Under24h", "CustomerUnread"] as const;
export type ConversationFilter = (typeof conversationFilters)[number];

/** Closed, snoozed until a moment, or neither. */
export const conversationStates = ["open", "snoozed", "closed"] as const;
export type ConversationState = (typeof conversationStates)[number];

/**
 * The latest first; or of the customers who wait for an answer, who has waited longest, or whose reply window closes next:
 * the last leaves out windows that are over and channels without one.
 */
export const conversationOrders = ["latest", "wait", "window"] as const;
export type ConversationOrder = (typeof conversationOrders)[number];

export const channelKinds = ["whatsapp", "line"] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const messageKinds = [
  "text",
  "image",
  "video",
  "audio",
  "document",
  "sticker",
  "location",
  "contacts",
  "reaction",
  "button",
  "interactive",
  "order",
  "system",
  "template",
  "unsupported",
  /** What staff write to one another: never sent to the customer. */
  "note",
] as const;

/**
 * The way of an outbound message: queued, sending, accepted (the provider has it), sent, delivered, read; or failed; or
 * unsure (handed over, but the answer was lost: only its status from the provider settles it); or cancelled (taken back
 * before it went out). Inbound: received.
 */
export const messageStates = [
  "received",
  "queued",
  "sending",
  "unsure",
  "accepted",
  "sent",
  "delivered",
  "read",
  "failed",
  "cancelled",
] as const;
export type MessageState = (typeof messageStates)[number];

const messageAuthors = ["staff", "assistant", "automatic"] as const;

/** The channel of a message: a given one, or the one of this kind that the customer last used. */
export const SendingChannel = z.union([ChannelId, z.enum(channelKinds)]);
export type SendingChannel = z.infer<typeof SendingChannel>;

/** The number of a stored delivery, as digits. */
const DeliveryNumber = z.string().regex(/^\d{1,15}$/);

export const Person = z.object({ accountID: AccountId, nickname: z.string(), avatar: z.string().nullable() });
const Label = z.object({ recordID: RecordId, name: z.string(), color: z.string() });

const MessageFile = z.object({
  fileID: FileId,
  /** Signed address, valid for an hour; null until the file has been fetched from the provider. */
  url: z.string().nullable(),
  name: z.string(),
  contentType: z.string(),
  size: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** The provider no longer has it, or it could not be fetched. */
  lost: z.boolean(),
});

export const MessageRow = z.object({
  messageId: MessageId,
  conversationId: ConversationId,
  /** Its position in the conversation. Messages are ordered by it, not by their times. */
  position: z.number().int(),
  leadId: LeadId,
  /** The channel it came or goes through; meaningless for a note. */
  channelId: ChannelId,
  direction: z.enum(["in", "out"]),
  kind: z.enum(messageKinds),
  /** The kind of channel it came or goes through: one conversation may have both kinds. */
  channelKind: z.enum(channelKinds),
  text: z.string(),
  /** By kind: {latitude, longitude, name, address}, {contacts}, {payload}, {items}, {providerType}, …; on LINE {quotable}. */
  details: z.record(z.string(), z.unknown()),
  file: MessageFile.nullable(),
  quoted: z.object({ messageId: MessageId.nullable(), text: z.string(), direction: z.enum(["in", "out"]) }).nullable(),
  reactions: z.array(z.object({ emoji: z.string(), direction: z.enum(["in", "out"]) })),
  /**
   * A reaction of ours that did not reach the customer; `reactions` are as they were before it. An empty emoji: our removal
   * of a reaction. `reason` is a key of `failureReasons`. The next reaction clears it.
   */
  reactionRefused: z.object({ emoji: z.string(), reason: z.string() }).nullable(),
  referral: z.record(z.string(), z.unknown()).nullable(),
  forwarded: z.boolean(),
  /** The customer changed it (the new text is shown) or withdrew it. */
  editedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  sender: Person.nullable(),
  /** The author of a message of ours: a person, the assistant, or the product itself. Meaningless for inbound messages. */
  author: z.enum(messageAuthors),
  state: z.enum(messageStates),
  /** Why its last attempt failed: `reason` is a key of `failureReasons`, worded for the provider of `channelKind`. */
  error: z
    .object({
      class: z.string(),
      code: z.string(),
      reason: z.string(),
      detail: z.string(),
    })
    .nullable(),
  /** When it was written; for inbound messages by the provider's clock. */
  sentAt: z.string(),
  createTime: z.string(),
  version: z.number().int(),
  /** Until when it waits and its author can take it back; null if it does not wait. */
  undoUntil: z.string().nullable(),
});
export type MessageRow = z.infer<typeof MessageRow>;

/** Who is answering the customer at the moment. */
const ConversationHolder = z.object({
  /** Null for the assistant. */
  accountID: AccountId.nullable(),
  nickname: z.string(),
  kind: z.enum(["staff", "assistant"]),
  since: z.string(),
});
export type ConversationHolder = z.infer<typeof ConversationHolder>;

const ConversationRow = z.object({
  conversationId: ConversationId,
  leadId: LeadId,
  branchID: BranchId,
  nickname: z.string(),
  avatar: z.string().nullable(),
  phone: z.string(),
  channel: z.object({
    channelId: ChannelId,
    kind: z.enum(channelKinds),
    name: z.string(),
    sandbox: z.boolean(),
    /** Why nothing can be sent through it until somebody acts, a key of `failureReasons`; null when all is well. */
    stoppedReason: z.string().nullable(),
  }),
  sales: Person.nullable(),
  labels: z.array(Label),
  lastMessage: z
    .object({
      kind: z.enum(messageKinds),
      text: z.string(),
      /** For a system line: what happened, as in its `details.systemType`; otherwise empty. */
      happened: z.string(),
      /** The customer withdrew it: its text is no longer shown. */
      revoked: z.boolean(),
      direction: z.enum(["in", "out"]),
      state: z.enum(messageStates),
    })
    .nullable(),
  /** When a message was last written, or when it came back from a snooze: its position in the list. */
  lastMessageTime: z.string().nullable(),
  /** It came back from a snooze, and nobody has opened it or written since. */
  backFromSnooze: z.boolean(),
  unreadCount: z.number().int(),
  /** Since when the customer has waited for an answer; null if nobody waits, or if it is closed or snoozed. */
  waitingSince: z.string().nullable(),
  /** End of the 24-hour reply window (72 h after an ad); null when the customer never wrote. */
  windowEndsAt: z.string().nullable(),
  /** The window comes from an ad click. */
  adWindow: z.boolean(),
  /** For the channel shown; null if that is not LINE. */
  line: LineCost.nullable(),
  blocked: z.boolean(),
  gptStatus: z.number().int(),
  /** What the assistant left to staff, until somebody answers. */
  assistantNote: AssistantNote.nullable(),
  status: z.object({ recordID: RecordId, name: z.string() }).nullable(),
  state: z.enum(conversationStates),
  /** When it comes back by itself; only of a snoozed conversation. */
  snoozedUntil: z.string().nullable(),
  version: z.number().int(),
  holder: ConversationHolder.nullable(),
});
export type ConversationRow = z.infer<typeof ConversationRow>;

export const ConversationCard = ConversationRow.extend({
  /** Every channel through which this person can be reached, the last one they used first. */
  channels: z.array(
    z.object({
      channelId: ChannelId,
      kind: z.enum(["whatsapp", "line"]),
      name: z.string(),
      contactId: z.uuid(),
      /** End of the window for free messages; null if they never wrote, and for a channel without a window. */
      windowEndsAt: z.string().nullable(),
      /** The window comes from an ad click. */
      adWindow: z.boolean(),
      line: LineCost.nullable(),
      blocked: z.boolean(),
      sandbox: z.boolean(),
      /** For the row's channel. */
      stoppedReason: z.string().nullable(),
    }),
  ),
  can: z.object({
    send: z.boolean(),
    template: z.boolean(),
    label: z.boolean(),
    gpt: z.boolean(),
    /** Whether the caller can take it over from the current holder. */
    takeOver: z.boolean(),
  }),
});
export type ConversationCard = z.infer<typeof ConversationCard>;

export const chat = {
  conversationList: endpoint("POST /api_chat/Chat/ConversationList", {
    summary:
      "The conversations that the caller can see, latest first unless another order is requested. With changedSince: those that changed after that version. All conditions apply together: filters, sales, labels, state, channel and words.",
    access: "chat:message:query",
    request: PageRequest.extend({
      filter: z.enum(conversationFilters).default("All"),
      sales: z.array(AccountId).max(100).optional(),
      branchID: BranchId.optional(),
      label: z.array(RecordId).max(20).optional(),
      keywords: z.string().trim().max(100).optional(),
      /** A version; answers every matching conversation that changed since, in no particular order, at most 200. */
      changedSince: z.number().int().min(0).optional(),
      /** Further filters that hold besides `filter`. */
      filters: z.array(z.enum(conversationFilters)).max(6).optional(),
      state: z.enum(conversationStates).optional(),
      order: z.enum(conversationOrders).default("latest"),
      /** Of the channel that the customer last wrote in. */
      channel: z.enum(channelKinds).optional(),
      /** What a first page counts besides its own rows: the conversations that wait, or those of each filter and state. */
      counts: z.enum(["waiting", "all"]).default("waiting"),
      /** With changedSince: the conversations that the caller shows; the answer says which of them are `gone`. */
      known: z.array(ConversationId).max(1000).optional(),
    }),
    response: pageOf(ConversationRow).extend({
      /** The number that each filter would match together with the rest of the request, at most 1,000 each, like `total`. */
      counts: z.partialRecord(z.enum(conversationFilters), z.number().int()).optional(),
      /** The same for each state, if everything was to be counted. */
      stateCounts: z.record(z.enum(conversationStates), z.number().int()).optional(),
      /** Those of `known` that do not belong to this list (any more): closed, reassigned, merged, out of sight. */
      gone: z.array(ConversationId).optional(),
      /** The highest version at the time of reading, to be given as changedSince later. */
      version: z.number().int(),
    }),
  }),
  conversationInfo: endpoint("GET /api_chat/Chat/ConversationInfo", {
    summary: "One conversation, by its id or by its lead.",
    access: "chat:message:query",
    request: OfConversation,
    response: ConversationCard,
  }),
  unreadCount: endpoint("GET /api_chat/Chat/UnreadCount", {
    summary:
      "How many visible conversations have unread messages, and in how many a customer is waiting, at most 1,000 each.",
    access: "chat:message:query",
    request: z.object({}),
    response: z.object({
      conversations: z.number().int(),
      /** Open conversations whose customer waits for an answer. */
      waiting: z.number().int(),
      /** The organisation has a channel, so that customers can write. */
      isConnected: z.boolean(),
    }),
  }),
  messageList: endpoint("POST /api_chat/Chat/MessageList", {
    summary:
      "Messages of a conversation: the latest; those before, after or around a message; or those that changed after a version.",
    access: "chat:message:query",
    request: OfConversation.safeExtend({
      before: MessageId.optional(),
      /** Continues from a page that `hasNewer`. */
      after: MessageId.optional(),
      /** The message with as many before it as after. */
      around: MessageId.optional(),
      changedSince: z.number().int().min(0).max(2_147_483_647).optional(),
      pageSize: pageSizeUpTo(100).default(50),
    }),
    response: z.object({
      list: z.array(MessageRow),
      /** There are older ones than the page's; with changedSince: more that changed. */
      hasMore: z.boolean(),
      /** There are newer ones than the page's. */
      hasNewer: z.boolean(),
      version: z.number().int(),
    }),
  }),
  sendMessage: endpoint("POST /api_chat/Chat/SendMessage", {
    summary:
      "Queues a message to the customer and switches GPT off for them. Repeated with the same messageId, or else the same Idempotency-Key header, it returns the message made the first time.",
    access: "chat:message:send",
    request: z.object({
      leadId: LeadId,
      /** Chosen by the caller (UUIDv7), so that a send can be repeated safely. */
      messageId: MessageId.optional(),
      channel: SendingChannel.optional(),
      type: z.enum(["text", "image", "document", "audio", "video", "location", "sticker"]).default("text"),
      /** The text, or the caption of a file; empty for a place or a sticker. */
      content: z.string().max(4096).default(""),
      fileID: FileId.optional(),
      /** Required for a `location`. */
      place: Place.optional(),
      /** Required for a `sticker`; LINE only. */
      sticker: Sticker.optional(),
      quotedId: MessageId.optional(),
      /** How long the message waits; until then UndoSend takes it back. */
      undoSeconds: z.number().int().min(0).max(10).default(0),
    }),
    response: MessageRow,
    errors: [
      "CHAT_MESSAGE_REQUIRED",
      "CHAT_ONLY_TEMPLATE_AFTER_24H",
      "CHAT_CUSTOMER_BLOCKED",
      "CHAT_QUOTA_EXCEEDED",
      "CHAT_TAKEN_BY_OTHER",
      "WRONG_FILE_FORMAT",
      "FEATURE_NOT_SET_UP",
      "CHANNEL_STOPPED",
      "CHAT_STICKER_ONLY_LINE",
      "CHAT_CAPTION_TOO_LONG",
    ],
  }),
  retryMessage: endpoint("POST /api_chat/Chat/RetryMessage", {
    summary: "Queues a failed message again, or an unsure one once a person has decided that it did not arrive.",
    access: ["chat:message:send", "chat:message:template"],
    request: z.object({ messageId: MessageId }),
    response: MessageRow,
    errors: [
      "CHAT_ONLY_TEMPLATE_AFTER_24H",
      "CHAT_CUSTOMER_BLOCKED",
      "CHAT_TAKEN_BY_OTHER",
      "CHAT_QUOTA_EXCEEDED",
      "TEMPLATE_MARKETING_STOPPED",
      "TEMPLATE_MARKETING_TOO_SOON",
      "STALE_DATA",
    ],
  }),
  uploadFile: endpoint("POST /api_chat/Chat/UploadChatFile", {
    summary: "Stores a file for sending.",
    access: ["chat:message:send", "chat:message:template"],
    body: "file",
    request: z.object({}),
    response: UploadedFile,
    file: { kinds: ["image", "document", "audio", "video"], maxBytes: 16 * 1024 * 1024 },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT", "CHAT_IMAGE_SELECT_FAILED"],
  }),
  readConversation: endpoint("GET /api_chat/Chat/ReadConversation", {
    summary: "Marks a conversation as read, for staff and for the customer.",
    access: "chat:message:query",
    request: OfConversation,
    response: z.null(),
  }),
  deliveryProblems: endpoint("POST /api_chat/Chat/DeliveryProblems", {
    summary: "Stored deliveries of a provider that could not be processed.",
    access: "org:whatsapp:query",
    request: PageRequest,
    response: pageOf(
      z.object({
        recordID: DeliveryNumber,
        channelName: z.string(),
        eventType: z.string(),
        problem: z.string(),
        attempts: z.number().int(),
        receivedAt: z.string(),
      }),
    ),
  }),
  rerunDelivery: endpoint("POST /api_chat/Chat/RerunDelivery", {
    summary: "Processes a stored delivery again.",
    access: "org:whatsapp:edit",
    request: z.object({ recordID: DeliveryNumber }),
    response: z.null(),
  }),
};
