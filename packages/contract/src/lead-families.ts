import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { LeadId, RecordId } from "./ids.ts";

import { type PlainLeadField, plainLeadFields } from "./lead-fields.ts";
import { AddLeadForm, LeadRow, SimilarLead } from "./leads.ts";
import { pageSizeUpTo } from "./paging.ts";

/** The most members shown of a family, of a group of duplicates, or of similar leads. */
export const maxMembers = 20;

/** The fields that a person can choose between when two leads are merged; some stand for a group of fields. */
export const mergeFields = [
  "nickname",
  "phone",
  "email",
  ...(Object.keys(plainLeadFields) as PlainLeadField[]),
  "channel",
  "sales",
  "tutor",
  "status",
  "result",
  "contact1",
  "contact2",
  "notes",
] as const;
export type MergeField = (typeof mergeFields)[number];

const Choices = z.object(
  Object.fromEntries(mergeFields.map((field) => [field, z.enum(["keep", "from"]).optional()])) as Record<
    MergeField,
    z.ZodOptional<z.ZodEnum<{ keep: "keep"; from: "from" }>>
  >,
);

const MergeLeadsForm = z.object({
  /** May be proposed by the caller, so that a merge can be repeated safely. */
  recordID: RecordId.optional(),
  keep: LeadId,
  from: LeadId,
  /** Whose value of a field to keep. By default it is the kept lead's, or the other's if that is empty. */
  choices: Choices.prefault({}),
  versions: z.object({ keep: z.number().int(), from: z.number().int() }),
});
export type MergeLeadsForm = z.infer<typeof MergeLeadsForm>;

/** The parts of a merge that could not be undone, because they were changed since or now belong to another lead. */
const NotUndone = z.enum([...mergeFields, "tag", "other"]);
export type NotUndone = z.infer<typeof NotUndone>;

const DuplicateGroup = z.object({
  why: z.enum(["phone", "email", "name"]),
  /** The number, address or name that they share. */
  value: z.string(),
  total: z.number().int(),
  members: z.array(LeadRow),
});
export type DuplicateGroup = z.infer<typeof DuplicateGroup>;

const LeadMerge = z.object({
  recordID: RecordId,
  /** The lead that was merged into this one. */
  nickname: z.string(),
  operator: z.string(),
  createTime: z.string(),
});
export type LeadMerge = z.infer<typeof LeadMerge>;

const LeadFamily = z.object({
  familyID: RecordId.nullable(),
  name: z.string(),
  /** The member whose conversation serves the whole family; null without a family, or if the caller cannot see that member. */
  mainLeadId: LeadId.nullable(),
  /** Whether that member has a conversation: the family may not have written yet. */
  hasConversation: z.boolean(),
  /** The members that the caller can see, the lead itself among them; empty without a family. */
  members: z.array(LeadRow.extend({ birthday: z.string(), school: z.string(), grade: z.string() })),
});
export type LeadFamily = z.infer<typeof LeadFamily>;

const fields = AddLeadForm.shape;
export const SiblingForm = z.object({
  /** The new lead's id, which may be proposed by the caller. */
  siblingId: LeadId.optional(),
  nickname: fields.nickname,
  fullname: fields.fullname,
  ename: fields.ename,
  birthday: fields.birthday,
  gender: fields.gender,
  school: fields.school,
  grade: fields.grade,
  notes: fields.notes,
});
export type SiblingForm = z.infer<typeof SiblingForm>;

/** Leads that are the same person, and leads of one family. */
export const leadFamilies = {
  duplicates: endpoint("POST /api_users/Member/LeadDuplicates", {
    summary:
      "Leads that are probably the same person as the given one, and the leads that were merged into it and can be separated again.",
    access: "crm:lead:query",
    request: z.object({ leadId: LeadId }),
    response: z.object({ list: z.array(SimilarLead), merged: z.array(LeadMerge) }),
  }),
  duplicateList: endpoint("POST /api_users/Member/LeadDuplicateList", {
    summary:
      "Groups of visible leads with the same number, e-mail, or name and birthday or school. May return an empty page with a cursor: each call searches a limited number of leads.",
    access: "crm:lead:query",
    request: z.object({
      by: z.enum(["phone", "email", "name"]),
      pageSize: pageSizeUpTo(50).default(20),
      cursor: z.string().max(512).optional(),
    }),
    response: z.object({ list: z.array(DuplicateGroup), nextCursor: z.string().nullable() }),
  }),
  similar: endpoint("POST /api_users/Member/FindSimilarLeads", {
    summary: "Visible leads that are similar to one that is being entered, and whether its phone or e-mail is taken.",
    access: "crm:lead:add",
    request: z.object({
      nickname: z.string().trim().max(100).default(""),
      /** The number may be incomplete, since it is still being typed. */
      areaCode: z.string().trim().max(16).default(""),
      phone: z.string().trim().max(64).default(""),
      email: z.string().trim().max(128).default(""),
    }),
    response: z.object({ list: z.array(SimilarLead), taken: z.array(z.enum(["phone", "email"])) }),
  }),
  notSame: endpoint("POST /api_users/Member/DismissDuplicate", {
    summary: "Records that two leads are different people: they are not shown as duplicates again.",
    access: "crm:lead:edit",
    request: z.object({ leadId: LeadId, otherId: LeadId }),
    response: z.null(),
  }),
  merge: endpoint("POST /api_users/Member/MergeLeads", {
    summary:
      "Merges two leads that are one person. One of them is removed; its notes, history and conversation move to the other.",
    access: "crm:lead:edit",
    request: MergeLeadsForm,
    response: z.object({ recordID: RecordId }),
    errors: ["STALE_DATA", "PERMISSION_DENIED", "SETTING_PHONE_USED_BY_OTHER_BRANCH"],
  }),
  mergedInto: endpoint("POST /api_users/Member/MergedInto", {
    summary: "The lead that a merged one has become, after any number of merges, and the merged one's name.",
    access: "crm:lead:query",
    request: z.object({ leadId: LeadId }),
    response: z.object({ leadId: LeadId, mergedName: z.string() }),
  }),
  undoMerge: endpoint("POST /api_users/Member/UndoMerge", {
    summary: "Undoes a merge, as far as nobody has changed the lead since; returns what stayed.",
    access: "crm:lead:edit",
    request: z.object({ recordID: RecordId }),
    response: z.object({ leadId: LeadId, stayed: z.array(NotUndone) }),
    errors: ["PERMISSION_DENIED"],
  }),
  family: endpoint("POST /api_users/Member/FamilyOfLead", {
    summary: "The family of a lead: the children of one parent.",
    access: "crm:lead:query",
    request: z.object({ leadId: LeadId }),
    response: LeadFamily,
  }),
  join: endpoint("POST /api_users/Member/JoinFamily", {
    summary: "Adds a lead to another lead's family. It takes over that family's contacts 1 and 2.",
    access: "crm:lead:edit",
    request: z.object({ leadId: LeadId, withLeadId: LeadId }),
    response: z.object({ familyID: RecordId }),
    errors: ["LEAD_FAMILY_OTHER_BRANCH", "LEAD_FAMILY_FULL"],
  }),
  leave: endpoint("POST /api_users/Member/LeaveFamily", {
    summary: "Removes a lead from its family; it keeps the shared contacts.",
    access: "crm:lead:edit",
    request: z.object({ leadId: LeadId }),
    response: z.null(),
  }),
  addSibling: endpoint("POST /api_users/Member/AddSibling", {
    summary: "Creates a lead of the same family at the same branch, with the same contacts.",
    access: "crm:lead:add",
    request: z.object({ leadId: LeadId, form: SiblingForm }),
    response: z.object({ leadId: LeadId }),
    errors: ["LEAD_NICKNAME_REQUIRED", "LEAD_FAMILY_FULL", "PERMISSION_DENIED"],
  }),
};
