import { z } from "zod";
import { dateOfBirth } from "./day.ts";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { BranchId, FileId, OrganizationId, RecordId } from "./ids.ts";
import { languages } from "./language.ts";
import { passwordFormat } from "./password-format.ts";
import { areaCodeField, phoneField } from "./phone.ts";
import { editedFields, someFields } from "./some-fields.ts";

const text = (max: number) => z.string().trim().max(max);
const areaCode = areaCodeField("STAFF_BAD_AREA_CODE");
const mailAddress = z.email("LOGIN_INVALID_EMAIL").max(128, "LOGIN_INVALID_EMAIL").toLowerCase();

const newPassword = z.string().regex(passwordFormat, "LOGIN_BAD_PASSWORD_FORMAT");
const ownPassword = z.string().min(1, "ACCOUNT_WRONG_CURRENT_PASSWORD").max(128, "ACCOUNT_WRONG_CURRENT_PASSWORD");

/** What people may edit about themselves. The organisation edits role, branches, staff ID and notes. */
const ownFields = {
  nickname: text(64).min(1, "STAFF_NICKNAME_REQUIRED"),
  firstName: text(100).default(""),
  lastName: text(100).default(""),
  ename: text(100).default(""),
  areaCode: areaCode.default(""),
  phone: phoneField("STAFF_BAD_PHONE").default(""),
  gender: z.number().int().min(0).max(2).default(0),
  birthdate: dateOfBirth.default(""),
  education: z.number().int().min(0).max(5).default(0),
  school: text(100).default(""),
  introduction: text(2000).default(""),
  address: text(255).default(""),
};
const emergencyFields = {
  name: text(100).default(""),
  areaCode: areaCode.default(""),
  phone: phoneField("STAFF_BAD_EMERGENCY_PHONE").default(""),
  email: z.union([z.literal(""), z.email("STAFF_INVALID_EMAIL").max(128, "STAFF_INVALID_EMAIL")]).default(""),
};

export type OwnFields = z.infer<
  z.ZodObject<typeof ownFields & { emergencyContact: z.ZodObject<typeof emergencyFields> }>
>;

/** Fields that are not sent keep their stored value. */
export const EditOwnAccountForm = z.object({
  version: z.number().int().optional(),
  ...editedFields(ownFields),
  emergencyContact: z.object(someFields(emergencyFields)).optional(),
  /** A picture that UploadAccountAvatar has stored; null removes it, left out keeps it. */
  avatarFileID: FileId.nullable().optional(),
});

const OwnAccount = z.object({
  recordsn: z.string(),
  version: z.number().int(),
  accountName: z.string(),
  staffID: z.string(),
  email: z.string(),
  nickname: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  ename: z.string(),
  areaCode: z.string(),
  phone: z.string(),
  gender: z.number().int(),
  birthdate: z.string(),
  education: z.number().int(),
  school: z.string(),
  introduction: z.string(),
  address: z.string(),
  emergencyContact: z.object({
    name: z.string(),
    areaCode: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  avatar: z.string().nullable(),
  locale: z.enum(languages),
  roles: z.array(z.object({ recordID: RecordId, name: z.string() })),
  branches: z.array(z.object({ branchID: BranchId, name: z.string() })),
  department: z.string(),
  createDate: z.string(),
  organization: z.object({
    organizationId: OrganizationId,
    name: z.string(),
    logo: z.string().nullable(),
    timeZone: z.string(),
  }),
  /** Whether the caller may create automatic sign-in keys. */
  mayIssueKeys: z.boolean(),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

export const ModifyPasswordForm = z.object({ oldPassword: ownPassword, newPassword });
export const ChangeEmailForm = z.object({
  email: mailAddress,
  vCode: text(16).min(1, "LOGIN_INVALID_VERIFICATION_CODE"),
  /** May be left out by somebody who signed in within the last ten minutes. */
  password: ownPassword.optional(),
});

export const ownAccount = {
  info: endpoint("GET /api_users/Member/AccountBaseInfo", {
    summary: "The caller's own record and organisation.",
    access: "session",
    request: z.object({}),
    response: OwnAccount,
  }),
  edit: endpoint("POST /api_users/Member/EditAccountBaseInfo", {
    summary: "Changes the caller's own record.",
    access: "session",
    request: EditOwnAccountForm,
    response: z.null(),
    errors: [
      "STALE_DATA",
      "STAFF_NICKNAME_REQUIRED",
      "STAFF_BAD_AREA_CODE",
      "STAFF_BAD_PHONE",
      "STAFF_BAD_EMERGENCY_PHONE",
      "STAFF_INVALID_EMAIL",
      "NOT_FOUND",
    ],
  }),
  uploadAvatar: endpoint("POST /api_users/Member/UploadAccountAvatar", {
    summary: "Stores a picture; EditAccountBaseInfo makes it the caller's.",
    access: "session",
    body: "file",
    request: z.object({}),
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 5 * 1024 * 1024 },
  }),
  saveLocale: endpoint("POST /api_users/Member/UpdateAccountLocale", {
    summary: "Stores the language of the caller's mails.",
    access: "session",
    whileRestricted: "two-step",
    request: z.object({ locale: z.enum(languages) }),
    response: z.null(),
  }),
  modifyPassword: endpoint("POST /api_users/Member/ModifyPassword", {
    summary: "Changes the caller's own password; all other sessions end, and a mail says so.",
    access: "session",
    whileRestricted: "any",
    request: ModifyPasswordForm,
    response: z.null(),
    errors: [
      "ACCOUNT_WRONG_CURRENT_PASSWORD",
      "ACCOUNT_PASSWORD_UNCHANGED",
      "LOGIN_BAD_PASSWORD_FORMAT",
      "TOO_MANY_REQUESTS",
    ],
  }),
  sendEmailCode: endpoint("POST /api_users/Member/SendChangeEmailCode", {
    summary: "Mails a code to the address that is to become the caller's sign-in.",
    access: "session",
    request: z.object({ email: mailAddress }),
    response: z.object({ resendSeconds: z.number().int(), expireSeconds: z.number().int() }),
    errors: ["LOGIN_INVALID_EMAIL", "LOGIN_EMAIL_REGISTERED", "ACCOUNT_EMAIL_UNCHANGED", "TOO_MANY_REQUESTS"],
  }),
  changeEmail: endpoint("POST /api_users/Member/ChangeAccountEmail", {
    summary:
      "Makes another address the caller's sign-in, with the code sent there and the password or a recent sign-in.",
    access: "session",
    request: ChangeEmailForm,
    response: z.null(),
    errors: [
      "LOGIN_INVALID_EMAIL",
      "LOGIN_EMAIL_REGISTERED",
      "LOGIN_INVALID_VERIFICATION_CODE",
      "ACCOUNT_EMAIL_UNCHANGED",
      "ACCOUNT_WRONG_CURRENT_PASSWORD",
      "TOO_MANY_REQUESTS",
    ],
  }),
};
