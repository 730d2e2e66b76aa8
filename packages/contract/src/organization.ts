import { z } from "zod";
import { branchCounts } from "./branch-counts.ts";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { FileId, OrganizationId } from "./ids.ts";
import { languages } from "./language.ts";
import { memberships } from "./member.ts";
import { areaCodeField, phoneField } from "./phone.ts";
import { editedFields } from "./some-fields.ts";
import { timeZone } from "./time-zone.ts";

/** The phrase to type, in each language, before an organisation's data are deleted. */
export const wipePhrase = "永久刪除";

/** Hours between asking for the deletion and its start, in which it can be withdrawn. */
export const wipeDelayHours = 24;

/** Days that the data of an organisation are kept after its plan or trial has expired. */
export const keptAfterExpiryDays = 30;

const megabyte = 1024 * 1024;
const text = (max: number) => z.string().trim().max(max);

/** A pending deletion of all data. */
export const WaitingWipe = z.object({ requestTime: z.string(), dueTime: z.string(), requestedBy: z.string() });
export type WaitingWipe = z.infer<typeof WaitingWipe>;

export const WipeRequest = z.object({
  /** The exact phrase, without surrounding spaces. */
  confirmText: z.string().max(100),
  password: z.string().min(1, "LOGIN_PASSWORD_EMPTY").max(128, "ACCOUNT_WRONG_CURRENT_PASSWORD"),
});

const organizationFields = {
  organizationName: text(100).min(1),
  businessCategory: text(100).default(""),
  branchInfo: z.enum(["", ...branchCounts]).default(""),
  firstName: text(100).default(""),
  lastName: text(100).default(""),
  areaCode: areaCodeField("LOGIN_INVALID_PHONE").default(""),
  phone: phoneField("LOGIN_INVALID_PHONE").default(""),
  email: z.email("LOGIN_INVALID_EMAIL").max(128, "LOGIN_INVALID_EMAIL").toLowerCase(),
  /** Two letters of ISO 3166. */
  country: z.string().regex(/^[A-Z]{2}$/),
  location: text(255).default(""),
  /** How the organisation learned about the product. */
  fromWhere: text(100).default(""),
  acceptMessage: z.number().int().min(0).max(1).default(0),
  timeZone,
  locale: z.enum(languages),
  logoFileID: FileId.nullable().default(null),
  twoStepRequired: z.boolean().default(false),
  /** Each new account gets a random initial password instead of the organisation's fixed one. */
  randomInitialPasswords: z.boolean().default(false),
};

/** Fields that are not sent keep their stored value. */
export const OrganizationForm = z
  .object({ version: z.number().int().max(2_147_483_647), ...editedFields(organizationFields) })
  .partial();
/** As stored: only a save checks that country, language and number of branches are filled in. */
export type OrganizationFields = Omit<z.infer<z.ZodObject<typeof organizationFields>>, "branchInfo" | "locale"> & {
  branchInfo: string;
  locale: string;
};
export type OrganizationForm = z.infer<typeof OrganizationForm>;

const OrganizationInfo = z.object({
  organizationId: OrganizationId,
  organizationName: z.string(),
  businessCategory: z.string(),
  branchInfo: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  areaCode: z.string(),
  phone: z.string(),
  email: z.string(),
  country: z.string(),
  location: z.string(),
  fromWhere: z.string(),
  acceptMessage: z.number().int(),
  timeZone: z.string(),
  locale: z.enum(languages),
  logoFileID: FileId.nullable(),
  /** A signed address of the logo. */
  logo: z.string().nullable(),
  twoStepRequired: z.boolean(),
  randomInitialPasswords: z.boolean(),
  version: z.number().int(),
  membership: z.enum(memberships),
  expiryDate: z.string().nullable(),
  createTime: z.string(),
  wipe: WaitingWipe.nullable(),
  /** Whether the caller can have everything deleted. */
  canWipe: z.boolean(),
});
export type OrganizationInfo = z.infer<typeof OrganizationInfo>;

export const organization = {
  info: endpoint("GET /api_users/Member/OrganizationInfo", {
    summary: "The organisation's own data.",
    access: "org:info:query",
    request: z.object({}),
    response: OrganizationInfo,
  }),
  edit: endpoint("POST /api_users/Member/EditOrganizationInfo", {
    summary: "Saves the organisation's own data; fields that are not sent stay unchanged.",
    access: "org:info:edit",
    request: OrganizationForm,
    response: z.null(),
    errors: ["LOGIN_INVALID_EMAIL", "LOGIN_INVALID_PHONE", "STALE_DATA"],
  }),
  uploadLogo: endpoint("POST /api_users/Member/UploadOrganizationAvatar", {
    summary: "Stores a picture that EditOrganizationInfo can make the organisation's logo.",
    access: "org:info:edit",
    body: "file",
    file: { kinds: ["image"], maxBytes: 5 * megabyte },
    request: z.object({}),
    response: UploadedPicture,
    errors: ["WRONG_FILE_FORMAT", "FILE_TOO_LARGE"],
  }),
  email: endpoint("GET /api_users/Member/OrganizationEmail", {
    summary: "The organisation's e-mail address and the sender's name of its mails.",
    access: ["org:info:query", "org:email:query"],
    request: z.object({}),
    response: z.object({ email: z.string(), senderName: z.string() }),
  }),
  wipe: endpoint("POST /api_users/Member/WipeOrganizationData", {
    summary: "The owner requests the deletion of everything; it begins 24 hours later unless it is withdrawn.",
    access: "org:info:wipe",
    request: WipeRequest,
    response: WaitingWipe,
    errors: ["WIPE_PHRASE_MISMATCH", "ACCOUNT_WRONG_CURRENT_PASSWORD", "TOO_MANY_REQUESTS"],
  }),
  cancelWipe: endpoint("POST /api_users/Member/CancelWipe", {
    summary: "Withdraws the requested deletion; without one it does nothing.",
    access: "org:info:wipe",
    request: z.object({}),
    response: z.null(),
  }),
};
