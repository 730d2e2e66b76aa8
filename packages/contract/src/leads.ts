import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, BranchId, FileId, LeadId, RecordId } from "./ids.ts";
import { plainShapes } from "./lead-field-shapes.ts";
import { leadQueryFields } from "./lead-query.ts";
import { Option, PageRequest, pageOf } from "./paging.ts";
import { areaCodeField, phoneField } from "./phone.ts";
import { editedFields, someFields } from "./some-fields.ts";

/** What happened to a lead: 1 to 10 are the specification's, 11 to 14 ours. */
export const leadActions = {
  newLead: 1,
  repeatLead: 2,
  salesAssigned: 3,
  deal: 4,
  courseScheduled: 5,
  trialBooked: 6,
  trialAttended: 7,
  trialCancelled: 8,
  trialAbsent: 9,
  caseClosed: 10,
  note: 11,
  edited: 12,
  imported: 13,
  message: 14,
  /** What happened to an order of the lead. */
  order: 15,
} as const;
export type LeadAction = (typeof leadActions)[keyof typeof leadActions];

export const leadTypes = { new: 1, repeat: 2, imported: 3, manual: 4 } as const;
export const genders = { confidential: 0, male: 1, female: 2 } as const;
const tagColors = ["red", "green", "blue"] as const;

const text = (max: number) => z.string().trim().max(max);
const email = z.union([z.literal(""), z.email("LEAD_INVALID_EMAIL").max(128, "LEAD_INVALID_EMAIL").toLowerCase()]);
const areaCode = areaCodeField("LEAD_BAD_AREA_CODE");
const phone = phoneField("LEAD_BAD_PHONE");
const day = z.union([z.literal(""), z.iso.date()]);

const contactFields = {
  name: text(100).default(""),
  email: email.default(""),
  areaCode: areaCode.default(""),
  phone: phone.default(""),
};
const Contact = z.object(contactFields);

/** The fields of a lead that staff write. Empty strings are empty fields. */
const leadFields = {
  ...plainShapes.form,
  nickname: text(64).min(1, "LEAD_NICKNAME_REQUIRED"),
  areaCode: areaCode.default(""),
  phone: phone.default(""),
  email: email.default(""),
  channel: RecordId.nullable().default(null),
  secondaryChannel: RecordId.nullable().default(null),
  tutor: AccountId.nullable().default(null),
  sales: AccountId.nullable().default(null),
  tag: z.array(RecordId).max(10).default([]),
  contact1: Contact.prefault({}),
  contact2: Contact.prefault({}),
  notes: text(2000).default(""),
  leadDate: day.default(""),
  status: RecordId.nullable().default(null),
  result: RecordId.nullable().default(null),
  /** A picture that the caller has uploaded; null removes it, left out keeps it. */
  avatarFileID: FileId.nullable().optional(),
  /** The day of the next contact, and its kind of regular contact; left out they stay as they are. */
  nextContactDate: day.nullable().optional(),
  regularContact: RecordId.nullable().optional(),
};

export const AddLeadForm = z.object({
  /** May be proposed by the caller, so that a create can be repeated safely. */
  leadId: LeadId.optional(),
  branchID: BranchId.optional(),
  ...leadFields,
});
export type AddLeadForm = z.infer<typeof AddLeadForm>;

const ContactChanges = z.object(someFields(contactFields));
const leadChanges = {
  ...someFields(leadFields),
  contact1: ContactChanges.optional(),
  contact2: ContactChanges.optional(),
};

/** A lead's form; fields that are not sent keep their stored value, within a contact too. */
export const EditLeadForm = z.object({
  leadId: LeadId,
  version: z.number().int().optional(),
  ...editedFields(leadFields),
  contact1: ContactChanges.optional(),
  contact2: ContactChanges.optional(),
});
export type EditLeadForm = z.infer<typeof EditLeadForm>;

/** Some fields of a lead; the others stay as they are. */
export const ChangeLeadForm = z.object({
  leadId: LeadId,
  version: z.number().int(),
  changes: z.object(leadChanges),
});
export type ChangeLeadForm = z.infer<typeof ChangeLeadForm>;

const EditContactForm = z.object({
  leadId: LeadId,
  version: z.number().int().optional(),
  contact1: ContactChanges.optional(),
  contact2: ContactChanges.optional(),
});

const Named = z.object({ recordID: RecordId, name: z.string() });
const Tag = Named.extend({ color: z.enum(tagColors) });
const Person = z.object({ accountID: AccountId, nickname: z.string(), avatar: z.string().nullable() });

export const LeadRow = z.object({
  ...plainShapes.row,
  leadId: LeadId,
  branchID: BranchId,
  branchName: z.string(),
  nickname: z.string(),
  avatar: z.string().nullable(),
  areaCode: z.string(),
  phone: z.string(),
  email: z.string(),
  channel: Named.nullable(),
  secondaryChannel: Named.nullable(),
  sales: Person.nullable(),
  tutor: Person.nullable(),
  tag: z.array(Tag),
  status: Named.nullable(),
  result: Named.nullable(),
  leadType: z.number().int(),
  gptStatus: z.number().int(),
  revisitCount: z.number().int(),
  leadDate: z.string(),
  lastContactDate: z.string().nullable(),
  nextContactDate: z.string().nullable(),
  /** What kind of regular contact is next; null for an ordinary one. */
  regularContact: Named.nullable(),
  createTime: z.string(),
  updateTime: z.string(),
  version: z.number().int(),
});
export type LeadRow = z.infer<typeof LeadRow>;

/** What two similar leads have in common. */
const likenesses = ["phone", "email", "name", "similarName", "birthday", "school"] as const;
/** A lead that is similar to another, in what, and how similar, up to 100. */
export const SimilarLead = z.object({
  lead: LeadRow,
  why: z.array(z.enum(likenesses)),
  score: z.number().int(),
});
export type SimilarLead = z.infer<typeof SimilarLead>;

const ShownContact = z.object({ name: z.string(), email: z.string(), areaCode: z.string(), phone: z.string() });

/** The same fields as they are stored: values from a provider may break the rules for staff. */
const shownFields = {
  ...plainShapes.shown,
  nickname: z.string(),
  areaCode: z.string(),
  phone: z.string(),
  email: z.string(),
  channel: RecordId.nullable(),
  secondaryChannel: RecordId.nullable(),
  tutor: AccountId.nullable(),
  sales: AccountId.nullable(),
  tag: z.array(RecordId),
  contact1: ShownContact,
  contact2: ShownContact,
  notes: z.string(),
  leadDate: z.string(),
  status: RecordId.nullable(),
  result: RecordId.nullable(),
};

const LeadCard = z.object({
  ...shownFields,
  leadId: LeadId,
  branchID: BranchId,
  branchName: z.string(),
  avatar: z.string().nullable(),
  avatarFileID: FileId.nullable(),
  lineUserId: z.string(),
  leadType: z.number().int(),
  gptStatus: z.number().int(),
  appDevice: z.string(),
  systemVersion: z.string(),
  appVersion: z.string(),
  revisitCount: z.number().int(),
  leadcount: z.number().int(),
  lastContactDate: z.string().nullable(),
  nextContactDate: z.string().nullable(),
  regularContact: RecordId.nullable(),
  createTime: z.string(),
  updateTime: z.string(),
  creator: z.string(),
  updater: z.string(),
  version: z.number().int(),
  /** The names for the ids above, so that the card needs no further call. */
  names: z.object({
    channel: z.string(),
    secondaryChannel: z.string(),
    tutor: z.string(),
    sales: z.string(),
    status: z.string(),
    result: z.string(),
    regularContact: z.string(),
    tag: z.array(Tag),
  }),
  /** What the caller may do with this lead. */
  can: z.object({
    edit: z.boolean(),
    assign: z.boolean(),
    note: z.boolean(),
    chat: z.boolean(),
    /** Whether the caller may activate or deactivate the lead's app. */
    activate: z.boolean(),
  }),
});
export type LeadCard = z.infer<typeof LeadCard>;

export const leadSorts = ["createTime", "leadDate", "lastContactDate", "nextContactDate", "nickname"] as const;

export const LeadFilters = PageRequest.extend({
  ...leadQueryFields,
  sortBy: z.enum(leadSorts).default("createTime"),
  sortOrder: z.enum(["asc", "desc"]).default("desc"),
});
export type LeadFilters = z.infer<typeof LeadFilters>;

export const LeadLogRow = z.object({
  recordID: RecordId,
  leadId: LeadId,
  nickname: z.string(),
  actionType: z.number().int(),
  content: z.string(),
  /** The values in the content, for the web app to phrase in the reader's language. */
  details: z.record(z.string(), z.unknown()),
  operator: z.string(),
  createTime: z.string(),
});
export type LeadLogRow = z.infer<typeof LeadLogRow>;

const LeadNote = z.object({
  recordID: RecordId,
  content: z.string(),
  result: Named.nullable(),
  nextContactDate: z.string().nullable(),
  regularContact: Named.nullable(),
  /** Who is reminded of it, and when; null if nobody is. */
  reminder: z
    .object({ recordID: RecordId, at: z.string(), person: z.string(), doneTime: z.string().nullable() })
    .nullable(),
  creator: z.string(),
  createTime: z.string(),
  /** When its writer last changed it. */
  editTime: z.string().nullable(),
  /** Whether the caller may still change it: their own notes, for a day. */
  canEdit: z.boolean(),
});
export type LeadNote = z.infer<typeof LeadNote>;

/** When to remind a person of a lead; without a person, the writer. */
export const ReminderForm = z.object({
  recordID: RecordId.optional(),
  at: z.iso.datetime({ offset: true }),
  accountID: AccountId.optional(),
});

const OfLead = PageRequest.extend({ leadId: LeadId });

const fieldErrors = [
  "LEAD_INVALID_EMAIL",
  "LEAD_NO_LOGIN_CONTACT",
  "LEAD_NICKNAME_REQUIRED",
  "LEAD_EMAIL_EXISTS",
  "LEAD_PHONE_EXISTS",
  "LEAD_ORGANIZATION_OR_BRANCH_MISSING",
  "LEAD_BAD_AREA_CODE",
  "LEAD_BAD_PHONE",
  "SETTING_PHONE_USED_BY_OTHER_BRANCH",
  "CHANNEL_PRIMARY_REQUIRED",
] as const;

export const leads = {
  list: endpoint("POST /api_users/Member/LeadsList", {
    summary: "The leads that the caller can see, filtered, newest first.",
    access: "crm:lead:query",
    request: LeadFilters,
    response: pageOf(LeadRow),
  }),
  info: endpoint("POST /api_users/Member/QueryLeadInfo", {
    summary: "One lead's card.",
    access: "crm:lead:query",
    request: z.object({ leadId: LeadId }),
    response: LeadCard,
  }),
  add: endpoint("POST /api_users/Member/AddLeadInfo", {
    summary: "Creates a lead; repeated with the same proposed id, it returns the lead made the first time.",
    access: "crm:lead:add",
    request: AddLeadForm,
    /** Similar leads that the caller can see and that do not prevent saving. */
    response: z.object({ leadId: LeadId, duplicates: z.array(SimilarLead).optional() }),
    errors: fieldErrors,
  }),
  edit: endpoint("POST /api_users/Member/EditLeadInfo", {
    summary: "Saves a lead's fields; fields that are not sent stay unchanged. A stale version is refused.",
    access: "crm:lead:edit",
    request: EditLeadForm,
    response: z.null(),
    errors: [...fieldErrors, "STALE_DATA"],
  }),
  change: endpoint("POST /api_users/Member/ChangeLeadInfo", {
    summary: "Saves some fields of a lead and returns its new version; a stale version is refused.",
    access: "crm:lead:edit",
    request: ChangeLeadForm,
    response: z.object({ version: z.number().int() }),
    errors: [...fieldErrors, "STALE_DATA"],
  }),
  editContacts: endpoint("POST /api_users/Member/EditLeadContactInfo", {
    summary: "Saves only contacts 1 and 2; fields that are not sent stay unchanged.",
    access: "crm:lead:edit",
    request: EditContactForm,
    response: z.null(),
    errors: [...fieldErrors, "STALE_DATA"],
  }),
  logs: endpoint("GET /api_users/Member/LeadsLogList", {
    summary: "A lead's history, newest first; of some kinds of action, or all.",
    access: "crm:lead:query",
    request: OfLead.extend({ actionType: z.array(z.number().int().min(1).max(15)).max(15).optional() }),
    response: pageOf(LeadLogRow),
  }),
  notes: endpoint("GET /api_users/Member/LeadsDescList", {
    summary: "A lead's notes, newest first.",
    access: "crm:lead:query",
    request: OfLead,
    response: pageOf(LeadNote),
  }),
  addNote: endpoint("POST /api_users/Member/AddLeadDesc", {
    summary: "Adds a note with a contact result, the next contact and a reminder. It counts as a contact.",
    access: "crm:lead:log",
    request: z.object({
      leadId: LeadId,
      recordID: RecordId.optional(),
      content: text(2000).min(1),
      result: RecordId.nullable().default(null),
      nextContactDate: day.default(""),
      regularContact: RecordId.nullable().default(null),
      reminder: ReminderForm.nullable().default(null),
    }),
    response: z.object({ recordID: RecordId }),
  }),
  actionTypes: endpoint("GET /api_users/Member/LeadActionTypes", {
    summary: "The kinds of action in a lead's history.",
    access: "session",
    request: z.object({}),
    response: z.array(Option),
  }),
  typeList: endpoint("GET /api_users/Member/LeadTypeList", {
    summary: "The lead types.",
    access: "session",
    request: z.object({}),
    response: z.array(Option),
  }),
};
