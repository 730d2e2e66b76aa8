import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BranchId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** An id of the backup service: only characters that need no escaping in an address. */
const ServiceId = z.string().regex(/^[A-Za-z0-9_-]{1,100}$/);

const BackupSetting = z.object({
  branchID: BranchId,
  phoneID: z.string(),
  productID: z.string(),
  token: z.object({ hasValue: z.boolean(), last4: z.string().max(4) }),
  /** When the service last accepted these values; null while nothing is saved. */
  verifiedAt: z.string().nullable(),
  /** False: this installation has no backup service. */
  available: z.boolean(),
  version: z.number().int(),
});
export type BackupSetting = z.infer<typeof BackupSetting>;

const BackupForm = z.object({
  branchID: BranchId.optional(),
  phoneID: z.string().trim().min(1, "CHAT_NUMBER_REQUIRED").max(100),
  productID: z.string().trim().min(1, "CHAT_CONTENT_EMPTY").max(100),
  /** Left out: the saved one is used. */
  token: z.string().trim().max(500).optional(),
});

const BackupGroup = z.object({
  groupID: z.string(),
  name: z.string(),
  memberCount: z.number().int(),
  messageCount: z.number().int(),
  lastMessageTime: z.string().nullable(),
});
export type BackupGroup = z.infer<typeof BackupGroup>;

const BackupMessage = z.object({
  messageID: z.string(),
  sender: z.string(),
  phone: z.string(),
  /** `file`: shown by its name only. */
  kind: z.enum(["text", "image", "file"]),
  text: z.string(),
  /** For a picture: the id to request from Picture. */
  pictureID: z.string().nullable(),
  sentAt: z.string(),
});
export type BackupMessage = z.infer<typeof BackupMessage>;

const ofBranch = { branchID: BranchId.optional() };
const failures = ["CHAT_ERROR", "CHAT_VERIFICATION_FAILED", "FEATURE_NOT_SET_UP", "TOO_MANY_REQUESTS"] as const;

export const backup = {
  setting: endpoint("GET /api_chat/Backup/Setting", {
    summary: "The settings for reading a branch's group chats; of the session's branch unless another is named.",
    access: "org:chat:backup",
    request: z.object(ofBranch),
    response: BackupSetting,
  }),
  testSetting: endpoint("POST /api_chat/Backup/TestSetting", {
    summary: "Asks the backup service whether it accepts these settings, without saving them.",
    access: "org:chat:backup",
    request: BackupForm,
    response: z.object({ ok: z.literal(true), detail: z.string() }),
    errors: [...failures, "CHAT_NUMBER_REQUIRED", "CHAT_CONTENT_EMPTY"],
  }),
  saveSetting: endpoint("POST /api_chat/Backup/SaveSetting", {
    summary: "Saves the settings once the service has accepted them. The token is write-only.",
    access: "org:chat:backup",
    /** Without `version` the saved values are replaced whatever their version. */
    request: BackupForm.extend({ version: z.number().int().min(0).optional() }),
    response: BackupSetting,
    errors: [...failures, "CHAT_NUMBER_REQUIRED", "CHAT_CONTENT_EMPTY", "STALE_DATA"],
  }),
  groupList: endpoint("POST /api_chat/Backup/GroupList", {
    summary: "The branch's group chats, latest first.",
    access: "org:chat:backup",
    request: PageRequest.extend({ ...ofBranch, keywords: z.string().trim().max(100).optional() }),
    response: pageOf(BackupGroup),
    errors: [...failures],
  }),
  messageList: endpoint("POST /api_chat/Backup/MessageList", {
    summary: "The messages of a group chat, latest first, page by page.",
    access: "org:chat:backup",
    request: PageRequest.extend({
      ...ofBranch,
      groupID: ServiceId,
      keywords: z.string().trim().max(100).optional(),
    }),
    response: pageOf(BackupMessage),
    errors: [...failures],
  }),
  picture: endpoint("GET /api_chat/Backup/Picture", {
    summary: "A picture of a group chat.",
    access: "org:chat:backup",
    request: z.object({ ...ofBranch, groupID: ServiceId, pictureID: ServiceId }),
    response: z.null(),
    answer: "binary",
    errors: [...failures],
  }),
};
