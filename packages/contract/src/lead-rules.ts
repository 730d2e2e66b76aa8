import { z } from "zod";
import { isCountryCode } from "./countries.ts";
import { endpoint } from "./endpoint.ts";
import { Hours, WeekHours } from "./hours.ts";
import { AccountId, BranchId, LeadId, RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { editedFields } from "./some-fields.ts";

/** How a rule chooses among its people. `manual`: nobody is chosen, staff assign the lead. */
export const assignmentRules = ["roundRobin", "ratio", "leastLeads", "manual"] as const;
export type AssignmentRule = (typeof assignmentRules)[number];

/** Who gets a lead that returns after a silence: its owner, or a person chosen by the rule again. */
export const repeatRules = ["sameSales", "reassign"] as const;
export type RepeatRule = (typeof repeatRules)[number];

/** Why somebody could not get a lead. */
export const obstacles = ["gone", "absent", "offHours", "full", "otherRegion"] as const;
export type Obstacle = (typeof obstacles)[number];

/**
 * How a lead was assigned. `rule`: by a rule; `turns`: in rotation among the branch's sales people, since no rule fits;
 * `fallback`: the same, since nobody in the rule could take it; `kept`: a repeat lead stays with its owner; `manual`: the
 * rule leaves it to staff; `nobody`: the branch has no sales people.
 */
export const assignmentKinds = ["rule", "turns", "fallback", "kept", "manual", "nobody"] as const;
export type AssignmentKind = (typeof assignmentKinds)[number];

/** The most people in one rule. */
export const maxMembers = 50;
/** The most addresses that are notified. */
const maxAddresses = 5;
/** The past days that a dry run covers, and the most leads. */
export const triedDays = 30;
export const maxPreviewedLeads = 5000;
/** How many of a rule's last assignments are shown. */
export const shownAssignments = 50;
/** Longest absence, in days. */
const maxAbsenceDays = 366;

const wrongRatio = "LEAD_RULE_RATIO_INVALID";
const countries = z
  .array(z.string().refine((text): boolean => isCountryCode(text)))
  .max(50)
  .default([]);
/** Parts of an address: `大安區`. */
const districts = z.array(z.string().trim().min(1).max(32)).max(50).default([]);

const Member = z.object({
  accountID: AccountId,
  /** Whole percent; used only for `ratio`. */
  ratio: z.number(wrongRatio).int(wrongRatio).min(1, wrongRatio).max(100, wrongRatio).nullable().default(null),
  /** The most open leads; null: no limit. */
  capacity: z.number().int().min(1).max(99_999).nullable().default(null),
  /** Only leads from there; empty: from everywhere. Where both are given, both must fit. */
  countries,
  districts,
  /** When they work; empty: in the rule's hours. */
  hours: WeekHours,
});
export type RuleMember = z.infer<typeof Member>;

const ruleFields = {
  /** The caller's branch when left out. */
  branchID: BranchId.optional(),
  /** The primary channel; null only for a rule of all channels. */
  channel: RecordId.nullable().default(null),
  secondaryChannel: RecordId.nullable().default(null),
  /** Takes the leads for which no channel rule applies. */
  allChannels: z.boolean().default(false),
  countries,
  districts,
  assignmentRule: z.enum(assignmentRules).default("roundRobin"),
  repeatRule: z.enum(repeatRules).default("sameSales"),
  status: z.number().int().min(0).max(1).default(1),
  notificationEmail: z.array(z.email().max(254)).max(maxAddresses).default([]),
  /** The people who take part, in order. */
  sales: z.array(Member).max(maxMembers).default([]),
  /** The working hours of people without hours of their own; empty: always. */
  hours: WeekHours,
};

const RuleFields = z.object(ruleFields).superRefine((form, context) => {
  if (!form.allChannels && form.channel === null) {
    context.addIssue({ code: "custom", message: "CHANNEL_PRIMARY_REQUIRED", path: ["channel"] });
  }
  if (new Set(form.sales.map(({ accountID }) => accountID)).size < form.sales.length) {
    context.addIssue({ code: "custom", path: ["sales"] });
  }
  if (form.assignmentRule !== "manual" && form.sales.length === 0)
    context.addIssue({ code: "custom", path: ["sales"] });
  if (form.assignmentRule === "ratio" && form.sales.length > 0 && ratioSum(form.sales) !== 100) {
    context.addIssue({ code: "custom", message: wrongRatio, path: ["sales"] });
  }
});

/** The sum of the shares of a rule's people, in percent; NaN if a share is missing. */
export function ratioSum(sales: readonly Pick<RuleMember, "ratio">[]): number {
  return sales.reduce((sum, { ratio }) => sum + (ratio ?? Number.NaN), 0);
}

/** A rule to save. Without a `recordID` it is new; with one it is changed, if `version` is still current. */
export const LeadRuleForm = RuleFields.safeExtend({
  recordID: RecordId.optional(),
  version: z.number().int().optional(),
});
export type LeadRuleForm = z.infer<typeof LeadRuleForm>;

/** A rule as sent. A change may leave out fields, which then stay as they are; the merged result must satisfy the form. */
const LeadRuleChanges = z.object({
  ...editedFields(ruleFields),
  recordID: RecordId.optional(),
  version: z.number().int().optional(),
});
export type LeadRuleChanges = z.infer<typeof LeadRuleChanges>;

const Named = z.object({ recordID: RecordId, name: z.string() });

/** A possible participant in a branch's rules, with the facts that decide whether they get a lead now. */
const SalesPerson = z.object({
  accountID: AccountId,
  nickname: z.string(),
  /** Leads that they hold whose status is neither deal nor closed. */
  openLeads: z.number().int(),
  absentToday: z.boolean(),
});
export type SalesPerson = z.infer<typeof SalesPerson>;

const MemberRow = Member.extend({
  nickname: z.string(),
  openLeads: z.number().int(),
  absentToday: z.boolean(),
  /** No longer active, or no longer a sales person at the branch: gets nothing, and the others share their part. */
  gone: z.boolean(),
});
export type RuleMemberRow = z.infer<typeof MemberRow>;

const RuleRow = z.object({
  recordID: RecordId,
  version: z.number().int(),
  branchID: BranchId,
  branchName: z.string(),
  channel: Named.nullable(),
  secondaryChannel: Named.nullable(),
  allChannels: z.boolean(),
  countries: z.array(z.string()),
  districts: z.array(z.string()),
  assignmentRule: z.enum(assignmentRules),
  repeatRule: z.enum(repeatRules),
  status: z.number().int(),
  notificationEmail: z.array(z.string()),
  sales: z.array(MemberRow),
  hours: z.array(Hours),
  /** One of its people is gone. */
  needsAttention: z.boolean(),
  /** Leads that it has assigned or left to staff. */
  assigned: z.number().int(),
  updater: z.string(),
  createTime: z.string(),
  updateTime: z.string(),
});
export type LeadRuleRow = z.infer<typeof RuleRow>;

const Candidate = z.object({
  accountID: AccountId,
  nickname: z.string(),
  obstacles: z.array(z.enum(obstacles)),
  ratio: z.number().int().nullable(),
  /** As counted before the assignment; null if not needed. */
  openLeads: z.number().int().nullable(),
});

/** Why a lead went to somebody. */
const Assignment = z.object({
  recordID: RecordId,
  leadId: LeadId,
  leadName: z.string(),
  kind: z.enum(assignmentKinds),
  /** The lead had come before. */
  repeat: z.boolean(),
  sales: z.object({ accountID: AccountId, nickname: z.string() }).nullable(),
  /** The rule under its current name; null without one, or if it is gone. */
  rule: z
    .object({ recordID: RecordId, channel: z.string(), secondaryChannel: z.string(), allChannels: z.boolean() })
    .nullable(),
  assignmentRule: z.enum(assignmentRules).nullable(),
  /** The obstacles that were ignored because nobody could take the lead otherwise. */
  ignored: z.array(z.enum(obstacles)),
  candidates: z.array(Candidate),
  createTime: z.string(),
});
export type LeadAssignment = z.infer<typeof Assignment>;

const Trial = z.object({
  /** Leads of the last 30 days that the rule would have taken, and whether there were more than the limit. */
  leads: z.number().int(),
  isCut: z.boolean(),
  people: z.array(
    z.object({
      accountID: AccountId,
      nickname: z.string(),
      would: z.number().int(),
      /** How many of the same leads they hold now. */
      did: z.number().int(),
    }),
  ),
  /** Leads assigned in rotation because nobody in the rule could take them, and leads assigned to nobody. */
  fallback: z.number().int(),
  unassigned: z.number().int(),
  samples: z.array(
    z.object({
      leadId: LeadId,
      leadName: z.string(),
      createTime: z.string(),
      would: z.string(),
      did: z.string(),
    }),
  ),
});
export type LeadRuleTrial = z.infer<typeof Trial>;

const day = z.iso.date();

const AbsenceRow = z.object({
  recordID: RecordId,
  version: z.number().int(),
  accountID: AccountId,
  nickname: z.string(),
  from: z.string(),
  until: z.string(),
  note: z.string(),
  /** Who recorded it. */
  creator: z.string(),
  createTime: z.string(),
});
export type LeadAbsence = z.infer<typeof AbsenceRow>;

export const AbsenceForm = z
  .object({
    recordID: RecordId.optional(),
    version: z.number().int().optional(),
    /** Left out for a new one: the caller. */
    accountID: AccountId.optional(),
    /** First and last day away. */
    from: day,
    until: day,
    note: z.string().trim().max(200).optional(),
  })
  .refine(({ from, until }) => from <= until, { path: ["until"], params: { text: "earlyEnd" } })
  .refine(({ from, until }) => lengthInDays(from, until) <= maxAbsenceDays, {
    path: ["until"],
    params: { text: "manyDays", n: maxAbsenceDays },
  });
export type AbsenceForm = z.infer<typeof AbsenceForm>;

function lengthInDays(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
}

const ruleErrors = [wrongRatio, "LEAD_RULE_CHANNEL_EXISTS", "CHANNEL_PRIMARY_REQUIRED"] as const;

export const leadRules = {
  list: endpoint("POST /api_users/Member/LeadRulesList", {
    summary: "The rules that assign new leads to people, most specific first within a branch.",
    access: "crm:rule:query",
    request: PageRequest.extend({
      branchID: BranchId.optional(),
      /** Part of a channel's or a person's name. */
      keywords: z.string().trim().max(100).optional(),
      status: z.number().int().min(0).max(1).optional(),
    }),
    response: pageOf(RuleRow),
  }),
  save: endpoint("POST /api_users/Member/UpdateLeadRules", {
    summary: "Makes or changes a rule. Each branch has one rule for a channel.",
    access: ["crm:rule:add", "crm:rule:edit"],
    request: LeadRuleChanges,
    response: z.object({ recordID: RecordId }),
    errors: [...ruleErrors, "STALE_DATA"],
  }),
  remove: endpoint("GET /api_users/Member/DeleteLeadRule", {
    summary: "Deletes a rule. Its past assignments and their reasons stay.",
    access: "crm:rule:delete",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
  people: endpoint("POST /api_users/Member/LeadRulePeople", {
    summary: "The sales of a branch, as possible participants of its rules.",
    access: "crm:rule:query",
    request: z.object({ branchID: BranchId.optional() }),
    response: z.array(SalesPerson),
  }),
  attempt: endpoint("POST /api_users/Member/TryLeadRule", {
    summary: "Simulates a rule on the leads of the last 30 days. Nothing is written.",
    access: ["crm:rule:add", "crm:rule:edit"],
    request: LeadRuleForm,
    response: Trial,
    errors: ruleErrors,
  }),
  assignments: endpoint("POST /api_users/Member/LeadRuleAssignments", {
    summary: "The last leads that a rule assigned, and why; without a rule, the last of the branch.",
    access: "crm:rule:query",
    request: z.object({ recordID: RecordId.optional(), branchID: BranchId.optional() }),
    response: z.array(Assignment),
  }),
  trace: endpoint("GET /api_users/Member/LeadAssignmentTrace", {
    summary: "The reasons for a lead's assignments, newest first.",
    access: "crm:lead:query",
    request: z.object({ leadId: LeadId }),
    response: z.array(Assignment),
  }),
  absences: endpoint("POST /api_users/Member/LeadAbsenceList", {
    summary: "Absences: the caller's own, and with the right to edit rules those of everyone at visible branches.",
    access: "crm:lead:query",
    request: z.object({ from: day, until: day, branchID: BranchId.optional() }),
    response: z.array(AbsenceRow),
  }),
  saveAbsence: endpoint("POST /api_users/Member/SaveLeadAbsence", {
    summary:
      "Enters an absence, during which a person gets no new leads: the caller's own, or with the right to edit rules anybody's.",
    access: "crm:lead:query",
    request: AbsenceForm,
    response: z.object({ recordID: RecordId }),
    errors: ["STALE_DATA"],
  }),
  removeAbsence: endpoint("GET /api_users/Member/DeleteLeadAbsence", {
    summary: "Removes an absence.",
    access: "crm:lead:query",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
  }),
};
