import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { BranchId, FileId, RecordId } from "./ids.ts";
import { languages } from "./language.ts";
import { Sections } from "./page-design/sections.ts";
import { templateNames } from "./page-design/templates.ts";
import { themeNames } from "./page-design/themes.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { areaCodeField, phoneField } from "./phone.ts";
import { editedFields } from "./some-fields.ts";
import { writtenFields } from "./written-fields.ts";

/** `changed`: visitors still see what was published before the last edit. */
export const publishStatuses = ["draft", "published", "changed", "offline"] as const;
export type PublishStatus = (typeof publishStatuses)[number];

/** What a page's button opens. */
export const buttonActions = ["whatsapp", "line", "form", "url"] as const;
export type ButtonAction = (typeof buttonActions)[number];

export const landingLimits = { pages: 500, trackingCode: 20_000, versions: 50 } as const;

/** Leads divided by views, or by clicks from the time before views were counted; null if there were none. */
export function leadRate(page: { viewCount: number; clickCount: number; leadCount: number }): number | null {
  const of = page.viewCount || page.clickCount;
  return of === 0 ? null : page.leadCount / of;
}

/** The tracking code of a page without tracking. */
export const noTracking = "<!-- no tracking code -->";

/** Letters, digits, hyphen and underscore. */
const UrlName = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{3,60}$/, "LANDING_URL_NAME_INVALID");

const optionalUrl = z.union([z.literal(""), z.url({ protocol: /^https$/ }).max(2000)]);

/** http is for testing: in production only https is called. */
const webhookUrl = z.union([z.literal(""), z.url({ protocol: /^https?$/ }).max(2000)]);

const PageForm = z.object({
  /** May be proposed for a new page, so that a create can be repeated safely. */
  recordID: RecordId.optional(),
  name: z.string().trim().min(1).max(100),
  /** Part of the address; it is fixed once the page has been published. */
  urlName: UrlName,
  /** One of the organisation's own host names; null: the product's. */
  domainID: RecordId.nullable().default(null),
  theme: z.enum(themeNames),
  /** An item of the organisation's landing categories. */
  categoryID: RecordId.nullable().default(null),
  language: z.enum(languages).default("zh-tw"),
  /** The branch that its leads belong to. */
  branchID: BranchId,
  /** The lead channel that its leads come through; secondary channels belong to it. */
  channelID: RecordId.nullable().default(null),
  secondaryChannelID: RecordId.nullable().default(null),
  buttonAction: z.enum(buttonActions).default("form"),
  areaCode: areaCodeField("FIELD_INVALID").default(""),
  /** The WhatsApp number that the button opens a chat with. */
  phone: phoneField("FIELD_INVALID").default(""),
  /** The prepared text of the visitor's message; a code that identifies the click is added. */
  presetText: z.string().trim().max(500).default(""),
  /** A LINE official account, with or without its @. */
  lineID: z
    .string()
    .trim()
    .regex(/^@?[\w.-]{0,40}$/)
    .default(""),
  buttonURL: optionalUrl.default(""),
  /** Receives each lead; signed, see WebhookLog. */
  webhookURL: webhookUrl.default(""),
  /** Inserted into the published page unchanged, and nowhere else. Required for publishing: `noTracking` stands for none. */
  trackingCode: z.string().max(landingLimits.trackingCode).default(""),
  /** What visitors do is reported to the organisation's LINE tag. */
  lineTracking: z.boolean().default(false),
  /** The title in search engines and shared links; empty: the name. */
  title: z.string().trim().max(120).default(""),
  description: z.string().trim().max(300).default(""),
  shareImage: FileId.nullable().default(null),
  icon: FileId.nullable().default(null),
  /** What a visitor agrees to by sending the form. */
  consentText: z.string().trim().max(1000).default(""),
});

/**
 * An account whose messages reach the inbox, under the names of a page's fields; a LINE account has no phone, a number no
 * lineID.
 */
const ButtonAccount = z.object({
  buttonAction: z.enum(["whatsapp", "line"]),
  branchID: BranchId,
  areaCode: z.string(),
  phone: z.string(),
  lineID: z.string(),
});
export type ButtonAccount = z.infer<typeof ButtonAccount>;

/** Without sections a new page starts with those of its template; without a category it gets the one that suits the template. */
export const AddPageForm = PageForm.extend({
  /** Left out: the caller's current branch. */
  branchID: BranchId.optional(),
  template: z.enum(templateNames).default("blank"),
  /** Copies the sections of this page and, unless one is sent, its category; the template is ignored. */
  likeID: RecordId.optional(),
  /** If sent, the page starts with exactly these; its template and the page that it copies add none. */
  sections: Sections.optional(),
});
export type AddPageForm = z.infer<typeof AddPageForm>;

/**
 * Fields that are left out stay as they are. An edit that names the version it began with is refused if somebody has saved
 * since.
 */
export const EditPageForm = z.object(editedFields(PageForm.shape)).partial().extend({
  recordID: RecordId,
  sections: Sections.optional(),
  version: z.number().int().optional(),
});
export type EditPageForm = z.infer<typeof EditPageForm>;

const PageRow = z.object({
  recordID: RecordId,
  name: z.string(),
  urlName: z.string(),
  /** The full address, whether or not the page is published there. */
  url: z.string(),
  theme: z.enum(themeNames),
  category: z.object({ recordID: RecordId, name: z.string() }).nullable(),
  language: z.enum(languages),
  branch: z.object({ branchID: BranchId, name: z.string() }),
  buttonAction: z.enum(buttonActions),
  publishStatus: z.enum(publishStatuses),
  publishTime: z.string().nullable(),
  /** It has been published before, so its URL name is fixed. */
  urlNameLocked: z.boolean(),
  /** Null: the product's host. */
  domainID: RecordId.nullable(),
  /** An A/B test runs. */
  isSplit: z.boolean(),
  /** How often it was shown. Bots are not counted, and nothing about the visitor is stored. */
  viewCount: z.number().int(),
  clickCount: z.number().int(),
  leadCount: z.number().int(),
  /** Forms that failed or have waited for an hour and so did not become leads, see EntryLog. */
  stuckCount: z.number().int(),
  /** The spend of ads while they were bound to it, by currency; empty for people who do not see campaigns. */
  spend: z.array(z.object({ currency: z.string(), amount: z.number() })),
  ...writtenFields,
});
export type PageRow = z.infer<typeof PageRow>;

const Picture = z.object({ fileID: FileId, url: z.string(), width: z.number().int(), height: z.number().int() });
export type PagePicture = z.infer<typeof Picture>;

/** A page with all the data for its settings and the editor. */
const PageInfo = PageRow.extend({
  channelID: RecordId.nullable(),
  secondaryChannelID: RecordId.nullable(),
  areaCode: z.string(),
  phone: z.string(),
  presetText: z.string(),
  lineID: z.string(),
  buttonURL: z.string(),
  webhookURL: z.string(),
  /** The last finished call was given up after repeated failures (LANDING_WEBHOOK_FAILED). */
  webhookFailed: z.boolean(),
  trackingCode: z.string(),
  lineTracking: z.boolean(),
  title: z.string(),
  description: z.string(),
  shareImage: FileId.nullable(),
  icon: FileId.nullable(),
  consentText: z.string(),
  sections: Sections,
  pictures: z.array(Picture),
});
export type PageInfo = z.infer<typeof PageInfo>;

const PageVersion = z.object({
  recordID: RecordId,
  number: z.number().int(),
  creator: z.string(),
  createTime: z.string(),
  /** What visitors see now. */
  isLive: z.boolean(),
});
export type PageVersion = z.infer<typeof PageVersion>;

const PageFilters = z.object({
  /** Part of the name or the URL name. */
  keywords: z.string().trim().max(100).optional(),
  publishStatus: z.array(z.enum(publishStatuses)).max(publishStatuses.length).optional(),
  category: z.array(RecordId).max(20).optional(),
});
export type PageFilters = z.infer<typeof PageFilters>;

const PageExportRequest = PageFilters.extend({ format: z.enum(["xlsx", "csv"]).default("xlsx") });
export type PageExportRequest = z.infer<typeof PageExportRequest>;

/** `picture`: the address of a small picture; empty where there is none. */
const Choice = <Value extends z.ZodType>(value: Value) => z.object({ value, label: z.string(), picture: z.string() });

const recordID = z.object({ recordID: RecordId });
const settingFaults = ["LANDING_NAME_TAKEN", "LANDING_LINK_NAME_EXISTS", "LANDING_URL_NAME_INVALID"] as const;

/** The names that other programs use for the category and the host name. */
const alsoNamed = { category: "categoryID", domain: "domainID" } as const;

/** Pages for advertisements: made here, published at their own addresses, and a source of leads. */
export const landingPages = {
  list: endpoint("POST /api_webhook/LandingPage/PageList", {
    summary: "The landing pages with their results, newest first.",
    access: "ad:landing:query",
    request: PageRequest.extend(PageFilters.shape),
    alsoNamed: { status: "publishStatus" },
    response: pageOf(PageRow),
  }),
  info: endpoint("GET /api_webhook/LandingPage/PageInfo", {
    summary: "One landing page with its sections and pictures.",
    access: "ad:landing:query",
    request: recordID,
    response: PageInfo,
  }),
  add: endpoint("POST /api_webhook/LandingPage/AddPage", {
    summary: "Makes a page as a draft: with the sections sent, as a copy of another page, or from a template.",
    access: "ad:landing:add",
    request: AddPageForm,
    alsoNamed,
    response: recordID,
    errors: [...settingFaults, "SETTING_LIMIT_REACHED", "LANDING_LINE_TRACKING_NOT_CONFIGURED"],
  }),
  edit: endpoint("POST /api_webhook/LandingPage/EditPage", {
    summary: "Changes the draft of a page: its settings, its sections, or both. Visitors see it after publishing.",
    access: "ad:landing:edit",
    request: EditPageForm,
    alsoNamed,
    response: z.object({ version: z.number().int() }),
    errors: [...settingFaults, "LANDING_URL_NAME_LOCKED", "LANDING_LINE_TRACKING_NOT_CONFIGURED", "STALE_DATA"],
  }),
  publish: endpoint("GET /api_webhook/LandingPage/PublishPage", {
    summary:
      "Publishes the draft as a new version. It needs a tracking code, and a category if the organisation has any. An already published draft stays unchanged.",
    access: "ad:landing:publish",
    request: recordID,
    response: z.object({ url: z.string() }),
    errors: [
      "LANDING_PUBLISH_ERROR",
      "LANDING_LINE_TRACKING_NOT_CONFIGURED",
      "LANDING_TRACKING_CODE_REQUIRED",
      "LANDING_CATEGORY_REQUIRED",
    ],
  }),
  takeOffline: endpoint("GET /api_webhook/LandingPage/OfflinePage", {
    summary:
      "Takes a page offline; its address then says that it is gone. For 24 hours forms and clicks of visitors who have it open are still accepted.",
    access: "ad:landing:publish",
    request: recordID,
    response: z.null(),
  }),
  remove: endpoint("GET /api_webhook/LandingPage/DeletePage", {
    summary: "Deletes a page and takes it offline. It can be restored.",
    access: "ad:landing:delete",
    request: recordID,
    response: z.null(),
  }),
  restore: endpoint("POST /api_webhook/LandingPage/RestorePage", {
    summary: "Restores a deleted page as it was, offline.",
    access: "ad:landing:delete",
    request: recordID,
    response: z.null(),
    errors: ["LANDING_NAME_TAKEN", "LANDING_LINK_NAME_EXISTS", "SETTING_LIMIT_REACHED"],
  }),
  checkUrlName: endpoint("GET /api_webhook/LandingPage/CheckUrlName", {
    summary: "Whether a URL name is free.",
    access: ["ad:landing:add", "ad:landing:edit"],
    request: z.object({ urlName: UrlName, recordID: RecordId.optional() }),
    response: z.object({ available: z.boolean() }),
    errors: ["LANDING_URL_NAME_INVALID"],
  }),
  themes: endpoint("GET /api_webhook/LandingPage/ThemeList", {
    summary: "The page designs, named in the caller's language.",
    access: "ad:landing:query",
    request: z.object({}),
    response: z.array(Choice(z.enum(themeNames))),
  }),
  templates: endpoint("GET /api_webhook/LandingPage/TemplateList", {
    summary: "The templates for a new page, each with its design.",
    access: "ad:landing:query",
    request: z.object({}),
    response: z.array(Choice(z.enum(templateNames)).extend({ theme: z.enum(themeNames) })),
  }),
  categories: endpoint("GET /api_webhook/LandingPage/CategoryList", {
    summary:
      "The organisation's landing categories, except those that are switched off and have no page; the picture of each is the design of its newest page.",
    access: "ad:landing:query",
    request: z.object({}),
    response: z.array(Choice(RecordId)),
  }),
  buttonAccounts: endpoint("GET /api_webhook/LandingPage/ButtonAccounts", {
    summary: "The active WhatsApp numbers and LINE accounts to which a page's button can lead.",
    access: "ad:landing:query",
    request: z.object({}),
    response: z.array(ButtonAccount),
  }),
  versions: endpoint("GET /api_webhook/LandingPage/VersionList", {
    summary: "The published versions of a page, newest first.",
    access: "ad:landing:query",
    request: recordID,
    response: z.array(PageVersion),
  }),
  rollBack: endpoint("POST /api_webhook/LandingPage/RestoreVersion", {
    summary: "Publishes an earlier version again and makes it the draft.",
    access: "ad:landing:publish",
    request: recordID.extend({ versionID: RecordId }),
    response: z.object({ url: z.string() }),
    errors: ["LANDING_PUBLISH_ERROR", "LANDING_LINE_TRACKING_NOT_CONFIGURED"],
  }),
  previewLink: endpoint("POST /api_webhook/LandingPage/PreviewLink", {
    summary: "An address that shows the draft of a page to people without an account for seven days.",
    access: "ad:landing:query",
    request: recordID,
    response: z.object({ url: z.string(), expireTime: z.string() }),
  }),
  export: endpoint("POST /api_webhook/LandingPage/ExportPageList", {
    summary: "The landing pages with their results, as a workbook or CSV.",
    access: "ad:landing:export",
    request: PageExportRequest,
    response: z.null(),
    answer: "binary",
    errors: ["TOO_MANY_REQUESTS"],
  }),
  uploadImage: endpoint("POST /api_webhook/LandingPage/UploadPageImage", {
    summary: "Stores a picture for pages.",
    access: ["ad:landing:add", "ad:landing:edit"],
    body: "file",
    request: z.object({}),
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 10 * 1024 * 1024 },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT"],
  }),
};
