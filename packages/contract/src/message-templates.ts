import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { ChannelId, FileId, RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { editedFields } from "./some-fields.ts";
import { writtenFields } from "./written-fields.ts";

/** Languages and regions in WhatsApp's notation. */
export const templateLanguages = ["zh_HK", "zh_TW", "zh_CN", "en"] as const;
export type TemplateLanguage = (typeof templateLanguages)[number];

/** The category decides what WhatsApp charges, and whether the customer can opt out. */
export const templateCategories = ["utility", "marketing"] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** Where staff may use it. */
export const templateUsages = ["both", "chat", "broadcast"] as const;
export type TemplateUsage = (typeof templateUsages)[number];

/** The part above the text. */
export const templateTypes = ["text", "image", "none"] as const;
export type TemplateType = (typeof templateTypes)[number];

/** `shortcut` and `unsubscribe` reply with their text; `link` opens a page; `call` calls a number. */
export const buttonTypes = ["shortcut", "link", "call", "unsubscribe"] as const;
export type ButtonType = (typeof buttonTypes)[number];

export const reviewStatuses = ["draft", "pending", "approved", "rejected"] as const;
export type ReviewStatus = (typeof reviewStatuses)[number];

/** The value that a variable starts with in a conversation: a fact of the lead, or nothing. */
export const variableSources = ["none", "nickname", "sales", "branch"] as const;
export type VariableSource = (typeof variableSources)[number];

/** Why WhatsApp rejected or stopped a template: each is the key of a text in the web app. */
export const rejectReasons = [
  "abusiveContent",
  "incorrectCategory",
  "invalidFormat",
  "promotional",
  "tagMismatch",
  "scam",
  "paused",
  "disabled",
  "refused",
  "other",
] as const;
export type RejectReason = (typeof rejectReasons)[number];

/** How often WhatsApp accepts a new text for an approved template. */
export const revisionLimits = { aDay: 1, in30Days: 10 } as const;

export const templateLimits = { header: 60, body: 1024, footer: 60, button: 25, buttons: 3, variables: 20 } as const;

/** The payload that comes back when a customer presses an unsubscribe button. */
export const unsubscribePayload = "homeroom.unsubscribe";

export const TemplateVariable = z.object({
  /** The example that WhatsApp's reviewer sees in its place. */
  sample: z.string().trim().max(200),
  source: z.enum(variableSources).default("none"),
});
export type TemplateVariable = z.infer<typeof TemplateVariable>;

const TemplateButton = z.object({
  type: z.enum(buttonTypes),
  text: z.string().trim().min(1).max(templateLimits.button),
  /** For a link: https, with `{{1}}` at the very end if the last part differs between messages. */
  url: z.string().trim().max(2000).default(""),
  /** For a link with a variable: an example of the whole address. */
  urlSample: z.string().trim().max(2000).default(""),
  /** For a call: with its area code, "+852 2345 6789". */
  phone: z.string().trim().max(20).default(""),
});

/** A template's texts. The variables of the body are numbered from 1 and appear in it as `{{1}}`. */
const contentFields = {
  type: z.enum(templateTypes).default("none"),
  header: z.string().trim().max(templateLimits.header).default(""),
  /** For `{{1}}` in the header. */
  headerSample: z.string().trim().max(templateLimits.header).default(""),
  headerImage: FileId.nullable().default(null),
  body: z.string().trim().min(1).max(templateLimits.body),
  variables: z.array(TemplateVariable).max(templateLimits.variables).default([]),
  footer: z.string().trim().max(templateLimits.footer).default(""),
  buttons: z.array(TemplateButton).max(templateLimits.buttons, "TEMPLATE_TOO_MANY_BUTTONS").default([]),
};
export const TemplateContent = z.object(contentFields);
export type TemplateContent = z.infer<typeof TemplateContent>;

/**
 * Without a recordID it is a new template of the business account of `channel`, or of the only account. Name and language
 * are fixed once WhatsApp knows the template, the category once WhatsApp has approved it.
 */
export const TemplateForm = z.object({
  recordID: RecordId.optional(),
  channel: ChannelId.optional(),
  name: z
    .string()
    .trim()
    .min(1)
    .max(512)
    .regex(/^[a-z0-9_]+$/),
  language: z.enum(templateLanguages),
  category: z.enum(templateCategories),
  usage: z.enum(templateUsages).default("both"),
  ...contentFields,
  version: z.number().int().optional(),
});
export type TemplateForm = z.infer<typeof TemplateForm>;

/** Fields that are left out stay as they are. */
export const EditTemplateForm = z.object(editedFields(TemplateForm.shape)).partial();
export type EditTemplateForm = z.infer<typeof EditTemplateForm>;

/** A header's picture with its address, for screens. */
const Picture = z.object({ fileID: FileId, url: z.string() });

const ShownContent = TemplateContent.extend({ picture: Picture.nullable() });
export type ShownContent = z.infer<typeof ShownContent>;

const openStatus = z.number().int().min(0).max(1);

const TemplateRow = z.object({
  /** The texts of `content`, under the names of the form. */
  ...TemplateContent.pick({ type: true, header: true, body: true, footer: true, buttons: true }).shape,
  recordID: RecordId,
  name: z.string(),
  language: z.enum(templateLanguages),
  category: z.enum(templateCategories),
  usage: z.enum(templateUsages),
  content: ShownContent,
  /** The approved text that is sent while the newer `content` waits for approval; null if they are the same. */
  inUse: ShownContent.nullable(),
  /** 1: staff may choose it. */
  openStatus,
  reviewStatus: z.enum(reviewStatuses),
  rejectReason: z.enum(rejectReasons).nullable(),
  /** WhatsApp's own message about it; may be empty. */
  rejectDetail: z.string(),
  /** Approved, open and not stopped: it can be sent. */
  sendable: z.boolean(),
  /** WhatsApp knows it: its name and language are fixed. */
  known: z.boolean(),
  /** It has been approved: its category is fixed. */
  approved: z.boolean(),
  /** When WhatsApp accepts the next text of an approved template; null: at once. */
  revisableAt: z.string().nullable(),
  /** The numbers that can send it. */
  channels: z.array(z.object({ channelId: ChannelId, name: z.string() })),
  submitTime: z.string().nullable(),
  ...writtenFields,
});
export type TemplateRow = z.infer<typeof TemplateRow>;

const SyncReport = z.object({
  added: z.number().int(),
  updated: z.number().int(),
  unchanged: z.number().int(),
  /** No longer at WhatsApp; they became drafts here. */
  missing: z.number().int(),
  /** Of kinds or languages that the product does not support. */
  skipped: z.number().int(),
  /** Accounts that could not be read, each by the name of one of its numbers. */
  failed: z.array(z.object({ name: z.string(), reason: z.string() })),
});
export type SyncReport = z.infer<typeof SyncReport>;

const recordID = z.object({ recordID: RecordId });

export const messageTemplates = {
  list: endpoint("POST /api_chat/Template/TemplateList", {
    summary: "The templates of the business accounts of the caller's numbers, newest first.",
    access: "bulk:template:query",
    request: PageRequest.extend({
      keywords: z.string().trim().max(100).optional(),
      language: z.array(z.enum(templateLanguages)).max(templateLanguages.length).optional(),
      category: z.enum(templateCategories).optional(),
      usage: z.enum(templateUsages).optional(),
      reviewStatus: z.array(z.enum(reviewStatuses)).max(reviewStatuses.length).optional(),
    }),
    response: pageOf(TemplateRow).extend({
      /** The numbers with a business account. Templates need one. */
      channels: z.array(
        z.object({
          ...{ channelId: ChannelId, name: z.string(), account: z.string() },
          /** Switched on and not stopped. */
          open: z.boolean(),
        }),
      ),
    }),
  }),
  info: endpoint("GET /api_chat/Template/TemplateInfo", {
    summary: "One template.",
    access: "bulk:template:query",
    request: recordID,
    response: TemplateRow,
  }),
  add: endpoint("POST /api_chat/Template/AddTemplate", {
    summary: "Makes a template as a draft; WhatsApp does not have it yet.",
    access: "bulk:template:add",
    request: TemplateForm,
    response: recordID,
    errors: ["TEMPLATE_NAME_TAKEN", "TEMPLATE_TOO_MANY_BUTTONS", "SETTING_LIMIT_REACHED", "FEATURE_NOT_SET_UP"],
  }),
  edit: endpoint("POST /api_chat/Template/EditTemplate", {
    summary:
      "Changes a template that is not under review. It has to be submitted again, and the approved text stays in use. Changing only the picture, the usage or the defaults of variables needs no review.",
    access: "bulk:template:edit",
    request: EditTemplateForm,
    response: z.null(),
    errors: [
      "TEMPLATE_UNDER_REVIEW",
      "TEMPLATE_NAME_TAKEN",
      "TEMPLATE_FIXED",
      "TEMPLATE_TOO_MANY_BUTTONS",
      "STALE_DATA",
    ],
  }),
  copy: endpoint("POST /api_chat/Template/CopyTemplate", {
    summary: "Makes a draft with the same name in another language.",
    access: "bulk:template:add",
    request: recordID.extend({ language: z.enum(templateLanguages) }),
    response: recordID,
    errors: ["TEMPLATE_NAME_TAKEN", "SETTING_LIMIT_REACHED"],
  }),
  submit: endpoint("GET /api_chat/Template/SubmitTemplate", {
    summary:
      "Submits a draft or a rejected template to WhatsApp for review. One that is already under review stays so.",
    access: "bulk:template:submit",
    request: recordID,
    response: TemplateRow,
    errors: ["TEMPLATE_NOT_READY", "TEMPLATE_EDITED_TOO_OFTEN", "TEMPLATE_REFUSED", "FEATURE_NOT_SET_UP"],
  }),
  remove: endpoint("GET /api_chat/Template/DeleteTemplate", {
    summary:
      "Removes a template, at WhatsApp too. Its name in this language cannot be used there for 30 days. Refused while a plan is going to send it.",
    access: "bulk:template:delete",
    request: recordID,
    response: z.null(),
    errors: ["TEMPLATE_UNDER_REVIEW", "SETTING_ITEM_IN_USE", "TEMPLATE_REFUSED", "FEATURE_NOT_SET_UP"],
  }),
  setStatus: endpoint("GET /api_chat/Template/UpdateTemplateStatus", {
    summary: "Opens a template for use (1) or closes it (0).",
    access: "bulk:template:status",
    alsoNamed: { status: "openStatus" },
    request: recordID.extend({ openStatus }),
    response: z.null(),
  }),
  uploadImage: endpoint("POST /api_chat/Template/UploadTemplateImage", {
    summary: "Stores a picture for the header of a template.",
    access: ["bulk:template:add", "bulk:template:edit"],
    body: "file",
    request: z.object({}),
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 5 * 1024 * 1024 },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT"],
  }),
  sync: endpoint("GET /api_chat/Template/SyncTemplates", {
    summary: "Imports WhatsApp's templates: those made there, and the states of reviews.",
    access: ["bulk:template:add", "bulk:template:edit"],
    request: z.object({}),
    response: SyncReport,
    errors: ["FEATURE_NOT_SET_UP"],
  }),
};
