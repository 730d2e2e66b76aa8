import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { AccountId, FileId, RecordId } from "./ids.ts";
import { Option, PageRequest, pageOf } from "./paging.ts";
import { editedFields } from "./some-fields.ts";

/** The categories of notices. */
export const noticeTypes = ["general", "schedule", "policy", "event", "system"] as const;
export type NoticeType = (typeof noticeTypes)[number];

/** How urgent it is; an urgent notice is shown to its readers once, in a dialog. */
export const noticeLevels = ["normal", "important", "urgent"] as const;
export type NoticeLevel = (typeof noticeLevels)[number];

/**
 * The recipients: everyone, named people, everyone with one of some roles, everyone who works at one of some branches.
 */
export const noticeTargets = { all: 1, people: 2, roles: 3, branches: 4 } as const;

export const publishStates = { draft: 0, published: 1, revoked: -1 } as const;

/** Longest content in characters, tags included. */
export const maxNoticeContent = 20_000;

export const maxNoticeImageMb = 10;

const NoticeContent = {
  title: z.string().trim().min(1, "NOTICE_TITLE_REQUIRED").max(100),
  /** HTML; only paragraphs, lists, bold, italic and https links are kept. */
  content: z.string().min(1, "NOTICE_CONTENT_REQUIRED").max(maxNoticeContent, "NOTICE_CONTENT_TOO_LONG"),
  type: z.enum(noticeTypes).default("general"),
  level: z.enum(noticeLevels).default("normal"),
  targetType: z.number().int().min(1).max(4).default(noticeTargets.all),
  /** Accounts, roles or branches, depending on `targetType`; ignored for everyone. */
  targetIds: z.array(RecordId).max(500).default([]),
  /** A picture from UploadNoticeImage or the image library, shown above the text. */
  imageFileID: FileId.nullable().default(null),
  /** Publishes it at once. Needs `sys:notice:publish` as well. */
  publish: z.boolean().default(false),
};

export const AddNoticeForm = z.object({
  /** May be proposed by the caller, so that a create can be repeated safely. */
  recordID: RecordId.optional(),
  ...NoticeContent,
});
export type AddNoticeForm = z.infer<typeof AddNoticeForm>;

/** Fields that are left out stay as they are. */
export const EditNoticeForm = z.object({
  id: RecordId,
  version: z.number().int().optional(),
  ...editedFields(NoticeContent),
});
export type EditNoticeForm = z.infer<typeof EditNoticeForm>;

const level = z.enum(noticeLevels);
const type = z.enum(noticeTypes);

/** Answers hold the id of a notice twice, under the name of its own calls and under the usual one. */
const noticeId = { id: RecordId, recordID: RecordId };

const NoticeRow = z.object({
  ...noticeId,
  title: z.string(),
  type,
  level,
  targetType: z.number().int(),
  /** 0 draft, 1 published, -1 revoked. */
  publishStatus: z.number().int(),
  publisherName: z.string(),
  publishTime: z.string().nullable(),
  revokeTime: z.string().nullable(),
  creator: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
  /** The active recipients, and how many of them have opened it since it was published. */
  targetCount: z.number().int(),
  readCount: z.number().int(),
  version: z.number().int(),
});
export type NoticeRow = z.infer<typeof NoticeRow>;

const MyNoticeRow = z.object({
  ...noticeId,
  title: z.string(),
  type,
  level,
  /** The beginning of the text, without tags. */
  excerpt: z.string(),
  publisherName: z.string(),
  publishTime: z.string(),
  isRead: z.boolean(),
});
export type MyNoticeRow = z.infer<typeof MyNoticeRow>;

const NoticeDetail = MyNoticeRow.omit({ excerpt: true, isRead: true }).extend({
  content: z.string(),
  /** The signed address of its picture. */
  imageUrl: z.string().nullable(),
});
export type NoticeDetail = z.infer<typeof NoticeDetail>;

const Reader = z.object({
  accountID: AccountId,
  nickname: z.string(),
  /** When they first opened it after publication; null: not yet. */
  readTime: z.string().nullable(),
});
export type NoticeReader = z.infer<typeof Reader>;

/** Only for a notice to named people. */
const targetNames = { targetUserIds: "targetIds" } as const;
const one = z.object({ id: RecordId });
/** Without a version the current one is taken. */
const versioned = one.extend({ version: z.coerce.number().int().optional() });

export const notices = {
  page: endpoint("GET /api_basic/Notice/page", {
    summary: "The organisation's notices, including drafts and revoked ones, newest first.",
    access: "sys:notice:query",
    request: PageRequest.extend({
      keywords: z.string().trim().max(100).optional(),
      publishStatus: z.array(z.coerce.number().int().min(-1).max(1)).max(3).optional(),
      type: z.array(type).max(noticeTypes.length).optional(),
      level: z.array(level).max(noticeLevels.length).optional(),
    }),
    response: pageOf(NoticeRow),
  }),
  myPage: endpoint("GET /api_basic/Notice/my-page", {
    summary: "The published notices for the caller, newest first.",
    access: "session",
    request: PageRequest.extend({ isRead: z.coerce.number().int().min(0).max(1).optional() }),
    response: pageOf(MyNoticeRow),
  }),
  unreadCount: endpoint("GET /api_basic/Notice/unread-count", {
    summary: "How many notices and notifications the caller has not read, and the urgent notices among them.",
    access: "session",
    request: z.object({}),
    response: z.object({
      notices: z.number().int(),
      notifications: z.number().int(),
      /** Urgent notices not opened yet, the oldest first. */
      urgent: z.array(RecordId),
    }),
  }),
  targets: endpoint("GET /api_basic/Notice/targets", {
    summary: "The people, roles and branches to which a notice can be addressed.",
    access: ["sys:notice:add", "sys:notice:edit"],
    request: z.object({}),
    response: z.object({ people: z.array(Option), roles: z.array(Option), branches: z.array(Option) }),
  }),
  form: endpoint("GET /api_basic/Notice/{id}/form", {
    summary: "A notice as its authors see it.",
    access: "sys:notice:query",
    request: one,
    response: z.object({
      id: RecordId,
      title: z.string(),
      content: z.string(),
      type,
      level,
      targetType: z.number().int(),
      targetIds: z.array(RecordId),
      imageFileID: FileId.nullable(),
      /** The picture's signed address; also null if its file is gone. */
      imageUrl: z.string().nullable(),
      publishStatus: z.number().int(),
      version: z.number().int(),
    }),
  }),
  detail: endpoint("GET /api_basic/Notice/{id}/detail", {
    summary: "Opens a published notice for the caller and marks it as read.",
    access: "session",
    request: one,
    response: NoticeDetail,
  }),
  readers: endpoint("GET /api_basic/Notice/{id}/readers", {
    summary: "The recipients of a notice, with the time they read it; unread first.",
    access: "sys:notice:query",
    request: PageRequest.extend({ id: RecordId }),
    response: pageOf(Reader),
  }),
  add: endpoint("POST /api_basic/Notice", {
    summary: "Writes a notice, as a draft or published at once.",
    access: "sys:notice:add",
    alsoNamed: targetNames,
    request: AddNoticeForm,
    response: z.object({ recordID: RecordId }),
    errors: ["NOTICE_TITLE_REQUIRED", "NOTICE_CONTENT_REQUIRED", "NOTICE_CONTENT_TOO_LONG", "NOTICE_TARGET_REQUIRED"],
  }),
  edit: endpoint("PUT /api_basic/Notice/{id}", {
    summary: "Changes a notice that is not published.",
    access: "sys:notice:edit",
    alsoNamed: targetNames,
    request: EditNoticeForm,
    response: z.null(),
    errors: [
      "NOTICE_TITLE_REQUIRED",
      "NOTICE_CONTENT_REQUIRED",
      "NOTICE_CONTENT_TOO_LONG",
      "NOTICE_TARGET_REQUIRED",
      "NOTICE_PUBLISHED",
      "STALE_DATA",
    ],
  }),
  uploadImage: endpoint("POST /api_basic/Notice/UploadNoticeImage", {
    summary: "Stores a picture for a notice.",
    access: ["sys:notice:add", "sys:notice:edit"],
    body: "file",
    request: z.object({}),
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: maxNoticeImageMb * 1024 * 1024 },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT"],
  }),
  readAll: endpoint("PUT /api_basic/Notice/read-all", {
    summary: "Marks all notices for the caller as read.",
    access: "session",
    request: z.object({}),
    response: z.null(),
  }),
  publish: endpoint("PATCH /api_basic/Notice/{id}/publish", {
    summary: "Publishes a draft, or publishes a revoked notice again: it then counts as unread.",
    access: "sys:notice:publish",
    request: versioned,
    response: z.null(),
    errors: ["NOTICE_PUBLISHED", "STALE_DATA"],
  }),
  revoke: endpoint("PATCH /api_basic/Notice/{id}/revoke", {
    summary: "Revokes a published notice: nobody sees it any more.",
    access: "sys:notice:revoke",
    request: versioned,
    response: z.null(),
    errors: ["NOTICE_NOT_PUBLISHED", "STALE_DATA"],
  }),
  remove: endpoint("DELETE /api_basic/Notice/{ids}", {
    summary: "Deletes notices that are not published, all or none.",
    access: "sys:notice:delete",
    request: z.object({ ids: z.array(RecordId).min(1).max(100) }),
    response: z.null(),
    errors: ["NOTICE_PUBLISHED"],
  }),
};
