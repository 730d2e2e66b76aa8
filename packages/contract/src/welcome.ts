import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { BranchId, FileId, LeadId, MessageId } from "./ids.ts";
import { areaCodeField, phoneField } from "./phone.ts";

export const maxWelcomeSegments = 5;
export const maxWelcomeButtons = 4;
export const maxWelcomeTextLength = 2000;
export const maxButtonLabelLength = 20;

/** More than allowed is refused with WELCOME_TOO_MANY_PARTS; beyond this limit the request is invalid. */
const tooMany = 50;

const text = z.object({ kind: z.literal("text"), text: z.string().trim().min(1).max(maxWelcomeTextLength) });
const image = z.object({ kind: z.literal("image"), fileID: FileId });

export const WelcomeSegment = z.discriminatedUnion("kind", [text, image]);
export type WelcomeSegment = z.infer<typeof WelcomeSegment>;

/** Pressing a `message` sends its label as the customer; pressing a `link` opens its value, an https address. */
export const WelcomeButton = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("message"), label: z.string().trim().min(1).max(maxButtonLabelLength) }),
  z.object({
    kind: z.literal("link"),
    label: z.string().trim().min(1).max(maxButtonLabelLength),
    value: z.url({ protocol: /^https$/ }).max(1000),
  }),
]);
export type WelcomeButton = z.infer<typeof WelcomeButton>;

const status = z.number().int().min(0).max(1);

const WelcomeSetting = z.object({
  branch: z.object({ branchID: BranchId, name: z.string() }),
  /** Whether the branch has a LINE account to send it from. */
  lineConfigured: z.boolean(),
  segments: z.array(
    z.discriminatedUnion("kind", [
      text,
      image.extend({ url: z.string().nullable(), width: z.number().int(), height: z.number().int() }),
    ]),
  ),
  buttons: z.array(WelcomeButton),
  /** Automatic: sent to everybody who adds the account. Manual: sent by staff from the conversation. */
  mode: z.enum(["automatic", "manual"]),
  /** 1: in use. */
  status,
  version: z.number().int(),
  /** Null until one has been saved. */
  updateTime: z.string().nullable(),
});
export type WelcomeSetting = z.infer<typeof WelcomeSetting>;

const segments = z.array(WelcomeSegment).max(tooMany);

const WelcomeForm = z.object({
  branchID: BranchId.optional(),
  segments,
  /** Left out: unchanged. */
  buttons: z.array(WelcomeButton).max(tooMany).optional(),
  mode: z.enum(["automatic", "manual"]),
  /** The version of the setting that the change began with; left out: the saved setting is replaced whatever its version. */
  version: z.number().int().optional(),
});

const sent = z.object({ sent: z.boolean() });

export const welcome = {
  setting: endpoint("GET /api_users/Member/QueryLinemessageSetting", {
    summary: "The welcome message of the caller's branch, or of another branch that they can see.",
    access: "org:welcome:query",
    request: z.object({ branchID: BranchId.optional() }),
    response: WelcomeSetting,
  }),
  update: endpoint("POST /api_users/Member/UpdateLineMessageSetting", {
    summary:
      "Saves the welcome message: 1 to 5 segments, up to 4 buttons. A new automatic one is on, a new manual one off.",
    access: "org:welcome:edit",
    request: WelcomeForm,
    response: z.null(),
    errors: ["WELCOME_TOO_MANY_PARTS", "WELCOME_MESSAGE_MISSING", "STALE_DATA"],
  }),
  uploadImage: endpoint("POST /api_users/Member/UploadLineHellomessageimage", {
    summary: "Stores a picture that UpdateLineMessageSetting can put into the welcome message.",
    access: "org:welcome:edit",
    body: "file",
    file: { kinds: ["image"], maxBytes: 10 * 1024 * 1024 },
    request: z.object({}),
    response: UploadedPicture,
    errors: ["WRONG_FILE_FORMAT", "FILE_TOO_LARGE"],
  }),
  setStatus: endpoint("GET /api_users/Member/UpdatewelcomemessagelineStatus", {
    summary: "Switches the welcome message on or off.",
    access: "org:welcome:edit",
    request: z.object({ Status: status, branchID: BranchId.optional() }),
    response: z.null(),
    errors: ["WELCOME_MESSAGE_MISSING", "LINE_NOT_CONFIGURED"],
  }),
  testLine: endpoint("POST /api_users/Member/SendTestlineHellomessage", {
    summary: "Sends the saved welcome message to a person who has added the LINE account, into their conversation.",
    access: "org:welcome:test",
    request: z.object({ lineUserId: z.string().trim().min(1).max(100), branchID: BranchId.optional() }),
    response: sent,
    errors: [
      "WELCOME_MESSAGE_MISSING",
      "LINE_NOT_CONFIGURED",
      "TEST_IDENTITY_NOT_VERIFIED",
      "CHAT_CUSTOMER_BLOCKED",
      "CHAT_QUOTA_EXCEEDED",
      "FEATURE_NOT_SET_UP",
      "CHANNEL_STOPPED",
    ],
  }),
  testWhatsapp: endpoint("POST /api_chat/Chat/TestFaceBookWhatsappHello", {
    summary:
      "Sends segments to a WhatsApp number that has written to the branch's number and is within the reply window.",
    access: "org:welcome:test",
    request: z.object({
      areaCode: areaCodeField("FIELD_INVALID").min(1),
      phone: phoneField("FIELD_INVALID").min(1, "CHAT_NUMBER_REQUIRED"),
      segments,
      branchID: BranchId.optional(),
    }),
    response: sent,
    errors: [
      "CHAT_NUMBER_REQUIRED",
      "WELCOME_MESSAGE_MISSING",
      "WELCOME_TOO_MANY_PARTS",
      "TEST_IDENTITY_NOT_VERIFIED",
      "CHAT_CUSTOMER_BLOCKED",
      "CHAT_ONLY_TEMPLATE_AFTER_24H",
      "FEATURE_NOT_SET_UP",
      "CHANNEL_STOPPED",
    ],
  }),
  send: endpoint("POST /api_chat/Chat/SendWelcomeMessage", {
    summary:
      "Sends the branch's welcome message to a customer on LINE. Repeated with the same messageId, it sends nothing more.",
    access: "chat:message:send",
    request: z.object({ leadId: LeadId, messageId: MessageId.optional() }),
    response: sent,
    errors: [
      "WELCOME_MESSAGE_MISSING",
      "LINE_NOT_CONFIGURED",
      "CHAT_CUSTOMER_BLOCKED",
      "CHAT_QUOTA_EXCEEDED",
      "FEATURE_NOT_SET_UP",
      "CHANNEL_STOPPED",
    ],
  }),
};
