import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { BranchId, FileId, LeadId, RecordId } from "./ids.ts";
import { languages } from "./language.ts";
import { templateCategories } from "./message-templates.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** The most e-mail templates that an organisation may have. */
export const maxEmailTemplates = 500;
export const emailTemplateLimits = {
  name: 100,
  subject: 200,
  preheader: 200,
  blocks: 40,
  text: 5000,
  label: 60,
} as const;

/** Facts of the lead that a text may use, as in `{{nickname}}`; `{{nickname|there}}` has a fallback for when it is unknown. */
export const emailVariables = ["nickname", "sales", "branch"] as const;
export type EmailVariable = (typeof emailVariables)[number];

export const emailBlockTypes = ["heading", "text", "image", "button", "divider", "footer"] as const;
export type EmailBlockType = (typeof emailBlockTypes)[number];

const words = z.string().trim().max(emailTemplateLimits.text);
/** A web page; empty: none. */
const link = z
  .string()
  .trim()
  .max(2000)
  .regex(/^$|^https?:\/\/[^\s]+$/i, "FIELD_INVALID");

/** A part of a mail, from top to bottom. */
export const EmailBlock = z.discriminatedUnion("type", [
  z.object({ type: z.literal("heading"), text: words.min(1) }),
  z.object({ type: z.literal("text"), text: words.min(1) }),
  z.object({
    type: z.literal("image"),
    fileID: FileId,
    /** The text for readers who do not see pictures. */
    alt: z.string().trim().max(200).default(""),
    link: link.default(""),
  }),
  z.object({
    type: z.literal("button"),
    label: z.string().trim().min(1).max(emailTemplateLimits.label),
    link: link.min(1, "FIELD_INVALID"),
  }),
  z.object({ type: z.literal("divider") }),
  z.object({ type: z.literal("footer"), text: words.min(1) }),
]);
export type EmailBlock = z.infer<typeof EmailBlock>;

/** The content of a mail. Marketing carries a link to unsubscribe and obeys consents; a service notice goes to everyone. */
const contentFields = {
  /** The language of what the product adds: the link to unsubscribe. */
  language: z.enum(languages),
  category: z.enum(templateCategories),
  subject: z
    .string()
    .trim()
    .min(1)
    .max(emailTemplateLimits.subject)
    .regex(/^\P{Cc}*$/u, "FIELD_INVALID"),
  /** Shown after the subject in a list of mails. */
  preheader: z.string().trim().max(emailTemplateLimits.preheader),
  blocks: z.array(EmailBlock).min(1).max(emailTemplateLimits.blocks),
};
export const EmailContent = z.object(contentFields);
export type EmailContent = z.infer<typeof EmailContent>;

/** Without a recordID it is a new template. An edit that names the version it began with is refused when it is stale. */
export const EmailTemplateForm = z.object({
  recordID: RecordId.optional(),
  /** May be proposed for a new template, so that the call can be repeated safely. */
  newID: RecordId.optional(),
  name: z.string().trim().min(1).max(emailTemplateLimits.name),
  ...contentFields,
  version: z.number().int().optional(),
});
export type EmailTemplateForm = z.infer<typeof EmailTemplateForm>;

const EmailTemplateRow = z.object({
  recordID: RecordId,
  name: z.string(),
  ...contentFields,
  /** The addresses of the pictures, by file. */
  pictures: z.record(z.string(), z.string()),
  updater: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
  version: z.number().int(),
});
export type EmailTemplateRow = z.infer<typeof EmailTemplateRow>;

const Mail = z.object({ subject: z.string(), html: z.string(), text: z.string() });
export type Mail = z.infer<typeof Mail>;

const one = z.object({ recordID: RecordId });

export const emailTemplates = {
  list: endpoint("POST /api_chat/Broadcast/EmailTemplateList", {
    summary: "The organisation's e-mail templates, newest first.",
    access: ["bulk:template:query", "bulk:plan:add"],
    request: PageRequest.extend({ keywords: z.string().trim().max(100).optional() }),
    response: pageOf(EmailTemplateRow).extend({
      /** The branches within the caller's reach that can send. */
      senders: z.array(z.object({ branchID: BranchId, name: z.string(), sender: z.string() })),
    }),
  }),
  save: endpoint("POST /api_chat/Broadcast/SaveEmailTemplate", {
    summary: "Makes or changes an e-mail template. Plans that have started keep the text with which they began.",
    access: ["bulk:template:add", "bulk:template:edit"],
    request: EmailTemplateForm,
    response: one,
    errors: ["SETTING_LIMIT_REACHED"],
  }),
  remove: endpoint("POST /api_chat/Broadcast/DeleteEmailTemplate", {
    summary: "Removes an e-mail template that no plan is waiting to send. One that is already removed stays so.",
    access: "bulk:template:delete",
    request: one,
    response: z.null(),
    errors: ["SETTING_ITEM_IN_USE"],
  }),
  preview: endpoint("POST /api_chat/Broadcast/PreviewEmail", {
    summary: "The mail as a reader gets it: filled with a lead's data, or with the fallbacks.",
    access: ["bulk:template:query", "bulk:plan:add"],
    request: EmailContent.extend({ leadId: LeadId.nullable().default(null) }),
    response: Mail,
  }),
  test: endpoint("POST /api_chat/Broadcast/SendTestMail", {
    summary: "Sends the mail to the caller's own address through a branch's mail server.",
    access: ["bulk:template:add", "bulk:template:edit", "bulk:plan:add"],
    /** The caller's branch unless given. */
    request: EmailContent.extend({ branchID: BranchId.optional() }),
    response: z.object({ receiver: z.string() }),
    errors: ["EMAIL_TEST_FAILED", "EMAIL_NOT_SET_UP", "TOO_MANY_REQUESTS"],
  }),
  uploadImage: endpoint("POST /api_chat/Broadcast/UploadEmailImage", {
    summary: "Stores a picture for e-mail templates.",
    access: ["bulk:template:add", "bulk:template:edit"],
    body: "file",
    request: z.object({}),
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 5 * 1024 * 1024 },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT"],
  }),
};
