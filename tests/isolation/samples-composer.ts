import { chatComposer } from "@homeroom/contract/chat-composer";
import { MessageId } from "@homeroom/contract/ids";
import { quickReplies } from "@homeroom/contract/quick-replies";
import { v7 } from "uuid";
import { newId } from "./new-id.ts";
import { picture } from "./picture.ts";
import { named, of, organizationOnly, rowless, type Samples } from "./sample.ts";

const walls = organizationOnly;
const soon = () => new Date(Date.now() + 3_600_000).toISOString();

export const composerSamples: Samples["chatComposer"] = {
  undoSend: named(chatComposer.undoSend, ({ waitingId }) => ({ messageId: waitingId })),
  forward: named(
    chatComposer.forward,
    ({ leadId, inboundId }) => ({ forwardId: newId(), messageIds: [inboundId], leadIds: [leadId] }),
    {
      mixed: (mine, theirs) => [
        { messageIds: [theirs.inboundId], leadIds: [mine.leadId] },
        { messageIds: [mine.inboundId], leadIds: [theirs.leadId] },
        { messageIds: [mine.inboundId], leadIds: [mine.leadId, theirs.leadId] },
      ],
    },
  ),
  react: named(chatComposer.react, ({ inboundId }) => ({ messageId: inboundId, emoji: "👍" })),
  addNote: named(
    chatComposer.addNote,
    ({ conversationId }) => ({ conversationId, content: "請跟進", messageId: MessageId.parse(v7()) }),
    {
      mixed: ({ conversationId }, { conversationNoteId, salesId }, wall) => [
        { conversationId, content: "請跟進", messageId: conversationNoteId },
        ...(wall === "organization" ? [{ conversationId, content: "請跟進", mentions: [salesId] }] : []),
      ],
    },
  ),
  editNote: named(
    chatComposer.editNote,
    ({ conversationNoteId }) => ({ messageId: conversationNoteId, content: "改寫" }),
    {
      mixed: ({ conversationNoteId }, { salesId }, wall) =>
        wall === "organization" ? [{ messageId: conversationNoteId, content: "改寫", mentions: [salesId] }] : [],
    },
  ),
  deleteNote: named(chatComposer.deleteNote, ({ conversationNoteId }) => ({ messageId: conversationNoteId })),
  mentionOptions: named(chatComposer.mentionOptions, ({ conversationId }) => ({ conversationId })),
  schedule: named(
    chatComposer.schedule,
    ({ leadId }) => ({ leadId, content: "稍後", sendAt: soon(), scheduledId: newId() }),
    {
      mixed: ({ leadId }, theirs, wall) => [
        { leadId, sendAt: soon(), type: "image" as const, fileID: theirs.fileId },
        { leadId, sendAt: soon(), content: "稍後", quotedId: theirs.inboundId },
        ...(wall === "own" ? [] : [{ leadId, sendAt: soon(), content: "稍後", channel: theirs.channelId }]),
        { leadId, sendAt: soon(), content: "稍後", scheduledId: theirs.scheduledId },
      ],
    },
  ),
  scheduledList: named(chatComposer.scheduledList, ({ conversationId }) => ({ conversationId }), {
    shows: ({ scheduledId }) => scheduledId,
  }),
  editScheduled: named(chatComposer.editScheduled, ({ scheduledId }) => ({
    scheduledId,
    version: 1,
    content: "改寫",
    sendAt: soon(),
  })),
  deleteScheduled: named(chatComposer.deleteScheduled, ({ scheduledId }) => ({ scheduledId })),
};

const document = { name: "timetable.txt", content: new Blob(["星期一 鋼琴"]) };

/** Quick replies are the organisation's: everyone in it may use them. */
export const quickReplySamples: Samples["quickReplies"] = {
  groups: rowless(quickReplies.groups, {}, { shows: ({ replyGroupId }) => replyGroupId }),
  messages: of(quickReplies.messages, {
    requests: ({ replyGroupId }) => [{}, { groupID: replyGroupId }, { keywords: "稍後" }],
    expect: "blank",
    walls,
    shows: ({ replyId }) => replyId,
  }),
  addGroup: of(quickReplies.addGroup, { requests: () => [{ name: v7() }], expect: "blank", walls }),
  renameGroup: named(quickReplies.renameGroup, ({ replyGroupId }) => ({ recordID: replyGroupId, name: v7() }), {
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
  deleteGroup: named(quickReplies.deleteGroup, ({ spareGroupId }) => ({ recordID: spareGroupId }), { walls }),
  uploadImage: rowless(quickReplies.uploadImage, {}, { file: picture }),
  uploadFile: rowless(quickReplies.uploadFile, {}, { file: document }),
  addMessage: named(quickReplies.addMessage, ({ replyGroupId }) => ({ groupID: replyGroupId, content: "您好" }), {
    walls,
    mixed: ({ replyGroupId }, { fileId }) => [{ groupID: replyGroupId, content: "您好", image: fileId }],
  }),
  editMessage: named(
    quickReplies.editMessage,
    ({ replyId, replyGroupId }) => ({ recordID: replyId, groupID: replyGroupId, content: "您好" }),
    { walls, mixed: (mine, theirs) => [{ recordID: mine.replyId, groupID: theirs.replyGroupId, content: "您好" }] },
  ),
  deleteMessages: named(quickReplies.deleteMessages, ({ replyId }) => ({ ids: [replyId] }), {
    walls,
    mixed: (mine, theirs) => [{ ids: [mine.replyId, theirs.replyId] }],
  }),
};
