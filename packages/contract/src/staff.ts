import { z } from "zod";
import { dateOfBirth } from "./day.ts";
import { endpoint } from "./endpoint.ts";
import { UploadedPicture } from "./file.ts";
import { AccountId, BranchId, FileId, RecordId, RoleId } from "./ids.ts";
import { Option, PageRequest, pageOf } from "./paging.ts";
import { passwordFormat } from "./password-format.ts";
import { areaCodeField, phoneField } from "./phone.ts";
import { editedFields, someFields } from "./some-fields.ts";

export const staffStatuses = { disabled: 0, active: 1, left: 2 } as const;

const text = (max: number) => z.string().trim().max(max);
const bareEmail = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, { error: "STAFF_EMAIL_REQUIRED", abort: true })
  .max(128, { error: "STAFF_INVALID_EMAIL", abort: true })
  .regex(z.regexes.email, "STAFF_INVALID_EMAIL");
const noText = z.literal("");
const areaCode = areaCodeField("STAFF_BAD_AREA_CODE");

const emergencyFields = {
  name: text(100).default(""),
  areaCode: areaCode.default(""),
  phone: phoneField("STAFF_BAD_EMERGENCY_PHONE").default(""),
  email: z
    .union([noText, z.string().trim().toLowerCase().max(128).regex(z.regexes.email, "STAFF_INVALID_EMAIL")])
    .default(""),
};
const EmergencyContact = z.object(emergencyFields);

/** The editable fields of a staff member. Empty strings are empty fields. */
const staffFields = {
  /** Free text, unique in the organisation; also a name to sign in by, so never one that looks like an e-mail. */
  staffID: text(64)
    .regex(/^[^@]*$/)
    .default(""),
  nickname: text(64).min(1, "STAFF_NICKNAME_REQUIRED"),
  firstName: text(100).default(""),
  lastName: text(100).default(""),
  ename: text(100).default(""),
  email: bareEmail,
  areaCode: areaCode.default(""),
  phone: phoneField("STAFF_BAD_PHONE").default(""),
  roleIds: z.array(RoleId).max(50).default([]),
  branchIDs: z.array(BranchId).max(500).default([]),
  deptID: RecordId.nullable().default(null),
  gender: z.number().int().min(0).max(2).default(0),
  birthdate: dateOfBirth.default(""),
  /** 1 secondary, 2 college, 3 bachelor, 4 master, 5 doctor, 0 other. */
  education: z.number().int().min(0).max(5).default(0),
  school: text(100).default(""),
  introduction: text(2000).default(""),
  address: text(255).default(""),
  emergencyContact: EmergencyContact.prefault({}),
  notes: text(2000).default(""),
  /** A picture of UploadStaffAvatar; null for none. */
  avatarFileID: FileId.nullable().default(null),
};

const status = z.number().int().min(0).max(2);

export const AddStaffForm = z.object({
  /** May be proposed by the caller, so that a create can be repeated safely. */
  recordsn: AccountId.optional(),
  ...staffFields,
  status: status.default(staffStatuses.active),
  /** Whether a mail tells the new person where to sign in. It never holds the password. */
  invite: z.boolean().default(true),
  /** For a person without access to mail at this address: a random password, which needs no mailed code. */
  randomPassword: z.boolean().default(false),
});
export type AddStaffForm = z.infer<typeof AddStaffForm>;

/** The same as it is sent. Without branches it means the caller's current one. */
const SentStaffForm = AddStaffForm.extend({ branchIDs: staffFields.branchIDs.unwrap().optional() });
export type SentStaffForm = z.infer<typeof SentStaffForm>;

/** Fields that are left out stay as they are. */
export const EditStaffForm = z.object({
  id: AccountId,
  version: z.number().int().optional(),
  ...editedFields(staffFields),
  emergencyContact: z.object(someFields(emergencyFields)).optional(),
  status: status.optional(),
});
export type EditStaffForm = z.infer<typeof EditStaffForm>;

const InitialPasswordKind = z.enum(["fixed", "random"]);
export type InitialPasswordKind = z.infer<typeof InitialPasswordKind>;

const NamedRole = z.object({ id: RoleId, name: z.string(), code: z.string() });
const NamedBranch = z.object({ branchID: BranchId, name: z.string() });

/** What the caller may do with this person. */
const Abilities = z.object({
  edit: z.boolean(),
  status: z.boolean(),
  delete: z.boolean(),
  resetPassword: z.boolean(),
});
export type StaffAbilities = z.infer<typeof Abilities>;

/** What both a row of the list and the form have besides the editable fields. */
const shown = {
  recordsn: AccountId,
  staffID: z.string(),
  nickname: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  ename: z.string(),
  avatar: z.string().nullable(),
  email: z.string(),
  areaCode: z.string(),
  phone: z.string(),
  gender: z.number().int(),
  status,
  deptID: RecordId.nullable(),
  deptName: z.string(),
  roles: z.array(NamedRole),
  branches: z.array(NamedBranch),
  isOwner: z.boolean(),
  /** Whether the initial password has been replaced. */
  isPasswordInitialized: z.boolean(),
  twoStepEnabled: z.boolean(),
  lastSignInTime: z.string().nullable(),
  createTime: z.string(),
  updateTime: z.string(),
  version: z.number().int(),
  can: Abilities,
};

const StaffRow = z.object(shown);
export type StaffRow = z.infer<typeof StaffRow>;

const StaffForm = z.object({
  ...shown,
  roleIds: z.array(RoleId),
  branchIDs: z.array(BranchId),
  birthdate: z.string(),
  education: z.number().int(),
  school: z.string(),
  introduction: z.string(),
  address: z.string(),
  emergencyContact: z.object({ name: z.string(), areaCode: z.string(), phone: z.string(), email: z.string() }),
  notes: z.string(),
  avatarFileID: FileId.nullable(),
  createDate: z.string(),
  creator: z.string(),
  updater: z.string(),
  isSelf: z.boolean(),
  leftTime: z.string().nullable(),
  erasedTime: z.string().nullable(),
});
export type StaffForm = z.infer<typeof StaffForm>;

export const staffSorts = ["createTime", "nickname", "staffID", "lastSignInTime"] as const;

const StaffFilters = PageRequest.extend({
  keywords: text(100).optional(),
  role: z.array(RoleId).max(50).optional(),
  status: z.array(status).max(3).optional(),
  branchID: z.array(BranchId).max(500).optional(),
  /** Includes the departments below it. */
  deptID: z.array(RecordId).max(100).optional(),
  gender: z.number().int().min(0).max(2).optional(),
  /** Days on which the record was made, both ends included, in the branch's time zone. */
  startTime: z.iso.date().optional(),
  endTime: z.iso.date().optional(),
  sortBy: z.enum(staffSorts).default("createTime"),
  sortOrder: z.enum(["asc", "desc"]).default("desc"),
});
export type StaffFilters = z.infer<typeof StaffFilters>;

/** A choice, and whether the caller may make it: people cannot grant what they do not have themselves. */
const Choice = Option.extend({ mayGive: z.boolean() });
const StaffChoices = z.object({
  roles: z.array(Choice.extend({ code: z.string() })),
  branches: z.array(Choice),
  departments: z.array(Option.extend({ parentID: z.string().nullable() })),
  /** Which kind of initial password new accounts get. The password itself is shown to the person who adds one. */
  newPasswords: InitialPasswordKind,
});
export type StaffChoices = z.infer<typeof StaffChoices>;

const ids = z.array(AccountId).min(1).max(100);

const ruleErrors = [
  "STAFF_INVALID_EMAIL",
  "STAFF_NICKNAME_REQUIRED",
  "STAFF_EMAIL_EXISTS",
  "STAFF_BAD_AREA_CODE",
  "STAFF_BAD_PHONE",
  "STAFF_BAD_EMERGENCY_PHONE",
  "STAFF_EMAIL_REQUIRED",
  "STAFF_ID_EXISTS",
  "STAFF_ROLE_REQUIRED",
  "STAFF_BRANCH_REQUIRED",
  "STAFF_ROLE_BEYOND_RIGHTS",
  "STAFF_BRANCH_BEYOND_REACH",
] as const;
const personErrors = ["STAFF_IS_SELF", "STAFF_IS_OWNER", "STAFF_OUT_OF_REACH"] as const;

export const staff = {
  list: endpoint("POST /api_users/Member/StaffList", {
    summary: "The people that the caller can see, filtered, newest first.",
    access: ["hr:staff:query", "sys:user:query"],
    request: StaffFilters,
    response: pageOf(StaffRow),
  }),
  teachers: endpoint("POST /api_users/Member/TeacherList", {
    summary: "The same list for holders of the teacher role.",
    access: "hr:teacher:query",
    request: StaffFilters,
    response: pageOf(StaffRow),
  }),
  choices: endpoint("GET /api_users/Member/StaffChoices", {
    summary: "The roles, branches and departments to choose from, and the kind of password that new accounts get.",
    access: ["hr:staff:query", "sys:user:query", "hr:teacher:query"],
    request: z.object({}),
    response: StaffChoices,
  }),
  form: endpoint("GET /api_users/Member/{id}/form", {
    summary: "One person's record.",
    access: ["hr:staff:query", "sys:user:query", "hr:teacher:edit"],
    request: z.object({ id: AccountId }),
    response: StaffForm,
  }),
  add: endpoint("POST /api_users/Member", {
    summary:
      "Makes an account with an initial password, which is shown only in this answer. Repeated with the same id, it returns the same.",
    access: ["hr:staff:add", "sys:user:add", "hr:teacher:add"],
    request: SentStaffForm,
    /**
     * `fixed`: the organisation's, which also needs a code mailed to the person and is valid for 7 days. `random`: for this
     * person only, shown once and valid for 72 hours.
     */
    response: z.object({ recordsn: AccountId, initialPassword: z.string(), passwordKind: InitialPasswordKind }),
    errors: ruleErrors,
  }),
  edit: endpoint("PUT /api_users/Member/{id}", {
    summary: "Saves a person's record; a stale version is refused.",
    access: ["hr:staff:edit", "sys:user:edit", "hr:teacher:edit"],
    request: EditStaffForm,
    response: z.null(),
    errors: [...ruleErrors, ...personErrors, "STAFF_EMAIL_IS_OWN", "STAFF_ERASED", "STALE_DATA"],
  }),
  resetPassword: endpoint("PATCH /api_users/Member/{id}/password", {
    summary: "Gives a person a new initial password, a random one if none is sent, and ends their sessions.",
    access: ["hr:staff:password:reset", "sys:user:password:reset"],
    request: z.object({
      id: AccountId,
      password: z.union([noText, z.string().regex(passwordFormat, "LOGIN_BAD_PASSWORD_FORMAT")]).default(""),
    }),
    /** The random one, shown once and valid for 72 hours; null if the caller chose the password. */
    response: z.object({ initialPassword: z.string().nullable() }),
    errors: [...personErrors, "STAFF_ERASED", "LOGIN_BAD_PASSWORD_FORMAT"],
  }),
  remove: endpoint("DELETE /api_users/Member/{ids}", {
    summary:
      "Deletes people, all or none; people referenced by leads, messages, orders or the audit log are marked as left instead.",
    access: ["hr:staff:delete", "sys:user:delete", "hr:teacher:delete"],
    request: z.object({ ids }),
    response: z.null(),
    errors: personErrors,
  }),
  updateStatus: endpoint("GET /api_users/Member/UpdateStaffStatus", {
    summary: "Enables people (1), disables them (0) or marks them as left (2), all or none; sessions end at once.",
    access: ["hr:staff:status", "sys:user:edit"],
    request: z.object({ recordsn: ids, status: z.coerce.number().int().min(0).max(2) }),
    response: z.null(),
    errors: [...personErrors, "STAFF_ERASED", "STAFF_ROLE_REQUIRED", "STAFF_BRANCH_REQUIRED"],
  }),
  erase: endpoint("POST /api_users/Member/EraseStaff", {
    summary: "Erases the personal data of a person who has left; the name stays in the history.",
    access: ["hr:staff:delete", "sys:user:delete"],
    request: z.object({ recordsn: AccountId }),
    response: z.null(),
    errors: [...personErrors, "STAFF_NOT_LEFT"],
  }),
  uploadAvatar: endpoint("POST /api_users/Member/UploadStaffAvatar", {
    summary: "Stores a picture of a person; the next save of their record uses it.",
    access: ["hr:staff:add", "hr:staff:edit", "sys:user:add", "sys:user:edit", "hr:teacher:add", "hr:teacher:edit"],
    body: "file",
    request: z.object({ recordsn: AccountId.optional() }),
    response: UploadedPicture,
    file: { kinds: ["image"], maxBytes: 5 * 1024 * 1024 },
  }),
  exportAll: endpoint("GET /api_users/Member/export", {
    summary: "The people of the list as a workbook, with the columns that an import reads.",
    access: ["hr:staff:export", "sys:user:export"],
    request: StaffFilters.omit({ pageNum: true, pageSize: true, cursor: true }).extend({
      /** Only these of them. */
      ids: z.array(AccountId).max(1000).optional(),
    }),
    response: z.null(),
    answer: "binary",
  }),
};
