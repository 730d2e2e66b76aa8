import { chatComposer } from "@homeroom/contract/chat-composer";
import { MessageId, RecordId } from "@homeroom/contract/ids";
import { quickReplies } from "@homeroom/contract/quick-replies";
import { v7 } from "uuid";
import { picture } from "./picture.ts";
import { of, organizationOnly, rowless, type Samples } from "./sample.ts";

const walls = organizationOnly;
const soon = () => new Date(Date.now() + 3_600_000).toISOString();

export const composerSamples: Samples["chatComposer"] = {
  undoSend: of(chatComposer.undoSend, { requests: ({ waitingId }) => [{ messageId: waitingId }], expect: "missing" }),
  forward: of(chatComposer.forward, {
    requests: ({ leadId, inboundId }) => [
      { forwardId: RecordId.parse(v7()), messageIds: [inboundId], leadIds: [leadId] },
    ],
    expect: "missing",
    mixed: (mine, theirs) => [
      { messageIds: [theirs.inboundId], leadIds: [mine.leadId] },
      { messageIds: [mine.inboundId], leadIds: [theirs.leadId] },
      { messageIds: [mine.inboundId], leadIds: [mine.leadId, theirs.leadId] },
    ],
  }),
  react: of(chatComposer.react, {
    requests: ({ inboundId }) => [{ messageId: inboundId, emoji: "👍" }],
    expect: "missing",
  }),
  addNote: of(chatComposer.addNote, {
    requests: ({ conversationId }) => [{ conversationId, content: "請跟進", messageId: MessageId.parse(v7()) }],
    expect: "missing",
    mixed: ({ conversationId }, { conversationNoteId, salesId }, wall) => [
      { conversationId, content: "請跟進", messageId: conversationNoteId },
      ...(wall === "organization" ? [{ conversationId, content: "請跟進", mentions: [salesId] }] : []),
    ],
  }),
  editNote: of(chatComposer.editNote, {
    requests: ({ conversationNoteId }) => [{ messageId: conversationNoteId, content: "改寫" }],
    expect: "missing",
    mixed: ({ conversationNoteId }, { salesId }, wall) =>
      wall === "organization" ? [{ messageId: conversationNoteId, content: "改寫", mentions: [salesId] }] : [],
  }),
  deleteNote: of(chatComposer.deleteNote, {
    requests: ({ conversationNoteId }) => [{ messageId: conversationNoteId }],
    expect: "missing",
  }),
  mentionOptions: of(chatComposer.mentionOptions, {
    requests: ({ conversationId }) => [{ conversationId }],
    expect: "missing",
  }),
  schedule: of(chatComposer.schedule, {
    requests: ({ leadId }) => [{ leadId, content: "稍後", sendAt: soon(), scheduledId: RecordId.parse(v7()) }],
    expect: "missing",
    mixed: ({ leadId }, theirs, wall) => [
      { leadId, sendAt: soon(), type: "image" as const, fileID: theirs.fileId },
      { leadId, sendAt: soon(), content: "稍後", quotedId: theirs.inboundId },
      ...(wall === "own" ? [] : [{ leadId, sendAt: soon(), content: "稍後", channel: theirs.channelId }]),
      { leadId, sendAt: soon(), content: "稍後", scheduledId: theirs.scheduledId },
    ],
  }),
  scheduledList: of(chatComposer.scheduledList, {
    requests: ({ conversationId }) => [{ conversationId }],
    expect: "missing",
    shows: ({ scheduledId }) => scheduledId,
  }),
  editScheduled: of(chatComposer.editScheduled, {
    requests: ({ scheduledId }) => [{ scheduledId, version: 1, content: "改寫", sendAt: soon() }],
    expect: "missing",
  }),
  deleteScheduled: of(chatComposer.deleteScheduled, {
    requests: ({ scheduledId }) => [{ scheduledId }],
    expect: "missing",
  }),
};

const document = { name: "timetable.txt", content: new Blob(["星期一 鋼琴"]) };

/** Quick replies are the organisation's: everyone in it may use them. */
export const quickReplySamples: Samples["quickReplies"] = {
  groups: of(quickReplies.groups, {
    requests: () => [{}],
    expect: "blank",
    walls,
    shows: ({ replyGroupId }) => replyGroupId,
  }),
  messages: of(quickReplies.messages, {
    requests: ({ replyGroupId }) => [{}, { groupID: replyGroupId }, { keywords: "稍後" }],
    expect: "blank",
    walls,
    shows: ({ replyId }) => replyId,
  }),
  addGroup: of(quickReplies.addGroup, { requests: () => [{ name: v7() }], expect: "blank", walls }),
  renameGroup: of(quickReplies.renameGroup, {
    requests: ({ replyGroupId }) => [{ recordID: replyGroupId, name: v7() }],
    expect: "missing",
    walls,
  }),
  arrange: of(quickReplies.arrange, {
    requests: ({ replyGroupId, replyId }) => [
      { recordID: replyGroupId, sort: 3 },
      { ids: [replyGroupId] },
      { ids: [replyId], groupID: replyGroupId },
    ],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [
      { ids: [theirs.replyId], groupID: mine.replyGroupId },
      { ids: [mine.replyId], groupID: theirs.replyGroupId },
    ],
  }),
  deleteGroup: of(quickReplies.deleteGroup, {
    requests: ({ spareGroupId }) => [{ recordID: spareGroupId }],
    expect: "missing",
    walls,
  }),
  uploadImage: rowless(quickReplies.uploadImage, {}, { file: picture }),
  uploadFile: rowless(quickReplies.uploadFile, {}, { file: document }),
  addMessage: of(quickReplies.addMessage, {
    requests: ({ replyGroupId }) => [{ groupID: replyGroupId, content: "您好" }],
    expect: "missing",
    walls,
    mixed: ({ replyGroupId }, { fileId }) => [{ groupID: replyGroupId, content: "您好", image: fileId }],
  }),
  editMessage: of(quickReplies.editMessage, {
    requests: ({ replyId, replyGroupId }) => [{ recordID: replyId, groupID: replyGroupId, content: "您好" }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [{ recordID: mine.replyId, groupID: theirs.replyGroupId, content: "您好" }],
  }),
  deleteMessages: of(quickReplies.deleteMessages, {
    requests: ({ replyId }) => [{ ids: [replyId] }],
    expect: "missing",
    walls,
    mixed: (mine, theirs) => [{ ids: [mine.replyId, theirs.replyId] }],
  }),
};
