import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { UploadedFile, UploadedPicture } from "./file.ts";
import { FileId, RecordId } from "./ids.ts";
import { editedFields } from "./some-fields.ts";

/** The most groups of an organisation, and the most replies in a group. */
export const maxReplies = { groups: 50, inGroup: 200 } as const;

/** The placeholders of a reply, filled in from the conversation: `{nickname}`. */
export const replyVariables = ["nickname", "phone", "sales", "branch", "me"] as const;
export type ReplyVariable = (typeof replyVariables)[number];

const RecordReply = z.object({ recordID: RecordId });
const GroupName = z.string().trim().min(1, "CHAT_NAME_REQUIRED").max(50);

const ReplyGroup = z.object({
  recordID: RecordId,
  name: z.string(),
  sort: z.number().int(),
  count: z.number().int(),
});
export type ReplyGroup = z.infer<typeof ReplyGroup>;

const ReplyFile = z.object({ fileID: FileId, name: z.string(), url: z.string(), size: z.number().int() });

const QuickReply = z.object({
  recordID: RecordId,
  groupID: RecordId,
  content: z.string(),
  /** Signed address of the picture above the text; null without one. */
  image: z.string().nullable(),
  imageFileID: FileId.nullable(),
  /** A document that goes with it. */
  file: ReplyFile.nullable(),
  sort: z.number().int(),
});
export type QuickReply = z.infer<typeof QuickReply>;

/** A proposed `recordID` makes the create safe to repeat; so does the header Idempotency-Key. */
const ReplyForm = z.object({
  recordID: RecordId.optional(),
  groupID: z.union([RecordId, z.literal("")]).refine((id): id is RecordId => id !== "", "REPLY_GROUP_REQUIRED"),
  content: z.string().trim().min(1, "CHAT_CONTENT_EMPTY").max(4096),
  /** The fileID of a picture, from UploadReplyImage; empty or left out: none. */
  image: z.union([FileId, z.literal("")]).default(""),
  /** The fileID of a document, from UploadReplyFile. */
  file: z.union([FileId, z.literal("")]).default(""),
});
export type ReplyForm = z.infer<typeof ReplyForm>;

const megabyte = 1024 * 1024;

/** Prepared texts that staff insert; one set for the whole organisation. */
export const quickReplies = {
  groups: endpoint("GET /api_users/Member/QuickReplyGroupList", {
    summary: "The groups of quick replies, in their order, each with its number of replies.",
    access: "chat:reply:query",
    request: z.object({}),
    response: z.array(ReplyGroup),
  }),
  messages: endpoint("GET /api_users/Member/QuickReplyMessageList", {
    summary: "The replies of a group, or of all, that contain the keywords, in their order, at most 500.",
    access: "chat:reply:query",
    request: z.object({ groupID: RecordId.optional(), keywords: z.string().trim().max(100).optional() }),
    response: z.array(QuickReply),
  }),
  addGroup: endpoint("POST /api_users/Member/AddGroupinfo", {
    summary: "Makes a group, at the end. Names are unique.",
    access: "chat:reply:add",
    request: z.object({ name: GroupName }),
    response: RecordReply,
    errors: ["CHAT_NAME_REQUIRED", "GROUP_NAME_DUPLICATE", "SETTING_LIMIT_REACHED"],
  }),
  renameGroup: endpoint("POST /api_users/Member/UpdateGroupName", {
    summary: "Renames a group.",
    access: "chat:reply:edit",
    request: z.object({ recordID: RecordId, name: GroupName }),
    response: RecordReply,
    errors: ["CHAT_NAME_REQUIRED", "GROUP_NAME_DUPLICATE"],
  }),
  arrange: endpoint("POST /api_users/Member/UploadReplyMessageGroupinfo", {
    summary:
      "Orders groups or replies. {recordID, sort} gives a group its place; {ids, groupID} puts these replies first in a group, moving those of other groups there; {ids} puts groups into this order.",
    access: "chat:reply:edit",
    request: z.object({
      recordID: RecordId.optional(),
      sort: z.number().int().min(0).max(10_000).optional(),
      ids: z.array(RecordId).max(200).optional(),
      groupID: RecordId.optional(),
    }),
    response: z.null(),
    errors: ["SETTING_LIMIT_REACHED"],
  }),
  deleteGroup: endpoint("GET /api_users/Member/DeleteGroupinfo", {
    summary: "Removes a group that has no replies.",
    access: "chat:reply:delete",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
    errors: ["REPLY_GROUP_NOT_EMPTY"],
  }),
  uploadImage: endpoint("POST /api_users/Member/UploadReplyImage", {
    summary: "Stores a picture for a reply; saving the reply adds it.",
    access: ["chat:reply:add", "chat:reply:edit"],
    body: "file",
    request: z.object({ groupID: RecordId.optional() }),
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 10 * megabyte },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT"],
  }),
  uploadFile: endpoint("POST /api_users/Member/UploadReplyFile", {
    summary: "Stores a document for a reply; saving the reply adds it.",
    access: ["chat:reply:add", "chat:reply:edit"],
    body: "file",
    request: z.object({ groupID: RecordId.optional() }),
    response: UploadedFile,
    file: { kinds: ["document"], maxBytes: 16 * megabyte },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT"],
  }),
  addMessage: endpoint("POST /api_users/Member/AddReplyMessageinfo", {
    summary:
      "Makes a reply, at the end of its group. Repeated with the same recordID, or else the same Idempotency-Key header, it returns the reply made the first time.",
    access: "chat:reply:add",
    request: ReplyForm,
    response: RecordReply,
    errors: ["REPLY_GROUP_REQUIRED", "CHAT_CONTENT_EMPTY", "SETTING_LIMIT_REACHED", "STALE_DATA"],
  }),
  editMessage: endpoint("POST /api_users/Member/UploadReplyMessageinfo", {
    summary: "Changes a reply.",
    access: "chat:reply:edit",
    /** A picture or document that is left out stays; an empty one removes it. */
    request: z.object({ ...editedFields(ReplyForm.shape), recordID: RecordId }),
    response: RecordReply,
    errors: ["REPLY_GROUP_REQUIRED", "CHAT_CONTENT_EMPTY", "SETTING_LIMIT_REACHED"],
  }),
  deleteMessages: endpoint("GET /api_users/Member/DeleteReplyMessageinfo", {
    summary: "Removes replies.",
    access: "chat:reply:delete",
    request: z.object({ ids: z.array(RecordId).min(1).max(200) }),
    response: z.null(),
  }),
};
