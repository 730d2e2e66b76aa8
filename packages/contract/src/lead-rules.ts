import { z } from "zod";
import { isCountryCode } from "./countries.ts";
import { endpoint } from "./endpoint.ts";
import { Hours, WeekHours } from "./hours.ts";
import { AccountId, BranchId, LeadId, RecordId } from "./ids.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { editedFields } from "./some-fields.ts";

/** How a rule chooses among its people. `manual`: nobody is chosen, staff give the lead to somebody. */
export const assignmentRules = ["roundRobin", "ratio", "leastLeads", "manual"] as const;
export type AssignmentRule = (typeof assignmentRules)[number];

/** Who gets a lead that returns after a silence: its owner, or somebody by the rule again. */
export const repeatRules = ["sameSales", "reassign"] as const;
export type RepeatRule = (typeof repeatRules)[number];

/** What kept somebody from getting a lead. */
export const obstacles = ["gone", "absent", "offHours", "full", "otherRegion"] as const;
export type Obstacle = (typeof obstacles)[number];

/**
 * How a lead came to somebody. `rule`: by a rule; `turns`: the branch's sales take turns, as no rule fits; `fallback`: the
 * same, as nobody of the rule could take it; `kept`: a repeat lead stays with its holder; `manual`: the rule leaves it to
 * staff; `nobody`: the branch has no sales.
 */
export const assignmentKinds = ["rule", "turns", "fallback", "kept", "manual", "nobody"] as const;
export type AssignmentKind = (typeof assignmentKinds)[number];

/** People of one rule, at most. */
export const maxMembers = 50;
/** Addresses that are told, at most. */
const maxAddresses = 5;
/** The number of past days of a dry run, and the highest number of leads. */
export const triedDays = 30;
export const maxPreviewedLeads = 5000;
/** The number of a rule's last assignments that are shown. */
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
  /** Whole percent; of meaning for `ratio` alone. */
  ratio: z.number(wrongRatio).int(wrongRatio).min(1, wrongRatio).max(100, wrongRatio).nullable().default(null),
  /** Open leads at most; null: as many as come. */
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
  /** Takes the leads that no rule of a channel takes. */
  allChannels: z.boolean().default(false),
  countries,
  districts,
  assignmentRule: z.enum(assignmentRules).default("roundRobin"),
  repeatRule: z.enum(repeatRules).default("sameSales"),
  status: z.number().int().min(0).max(1).default(1),
  notificationEmail: z.array(z.email().max(254)).max(maxAddresses).default([]),
  /** Who takes part, in their order. */
  sales: z.array(Member).max(maxMembers).default([]),
  /** When the people work who have no hours of their own; empty: always. */
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

/** What the shares of a rule's people come to, in percent. A share that is missing makes it NaN. */
export function ratioSum(sales: readonly Pick<RuleMember, "ratio">[]): number {
  return sales.reduce((sum, { ratio }) => sum + (ratio ?? Number.NaN), 0);
}

/** A rule as it is written. Without a `recordID` it is a new one; with it, it is changed, if `version` is still its own. */
export const LeadRuleForm = RuleFields.safeExtend({
  recordID: RecordId.optional(),
  version: z.number().int().optional(),
});
export type LeadRuleForm = z.infer<typeof LeadRuleForm>;

/** A rule as it is saved. What is left out of a change stays as it is; the whole then keeps the rules of the form. */
const LeadRuleChanges = z.object({
  ...editedFields(ruleFields),
  recordID: RecordId.optional(),
  version: z.number().int().optional(),
});
export type LeadRuleChanges = z.infer<typeof LeadRuleChanges>;

const Named = z.object({ recordID: RecordId, name: z.string() });

/** A possible participant of a branch's rules, with what decides whether they get a lead now. */
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
  /** No longer active, or no longer sales at the branch: gets nothing, and the others get their share. */
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
  /** Somebody of it is gone. */
  needsAttention: z.boolean(),
  /** Leads that it has given to people or left to staff. */
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
  /** As they were counted before; null where nobody asked. */
  openLeads: z.number().int().nullable(),
});

/** Why a lead went to somebody. */
const Assignment = z.object({
  recordID: RecordId,
  leadId: LeadId,
  leadName: z.string(),
  kind: z.enum(assignmentKinds),
  /** It had come before. */
  repeat: z.boolean(),
  sales: z.object({ accountID: AccountId, nickname: z.string() }).nullable(),
  /** The rule as it is called now; null without one, or when it is gone. */
  rule: z
    .object({ recordID: RecordId, channel: z.string(), secondaryChannel: z.string(), allChannels: z.boolean() })
    .nullable(),
  assignmentRule: z.enum(assignmentRules).nullable(),
  /** What was passed over because nobody could take the lead otherwise. */
  ignored: z.array(z.enum(obstacles)),
  candidates: z.array(Candidate),
  createTime: z.string(),
});
export type LeadAssignment = z.infer<typeof Assignment>;

const Trial = z.object({
  /** Leads of the last 30 days that the rule would have taken, and whether there were more than are looked at. */
  leads: z.number().int(),
  isCut: z.boolean(),
  people: z.array(
    z.object({
      accountID: AccountId,
      nickname: z.string(),
      would: z.number().int(),
      /** Of the same leads, those that they hold now. */
      did: z.number().int(),
    }),
  ),
  /** By the branch's turns, as nobody of the rule could take them; to nobody. */
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
  /** Who wrote it down. */
  creator: z.string(),
  createTime: z.string(),
});
export type LeadAbsence = z.infer<typeof AbsenceRow>;

export const AbsenceForm = z
  .object({
    recordID: RecordId.optional(),
    version: z.number().int().optional(),
    /** Of a new one oneself when left out. */
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
    summary: "The rules by which new leads are given to people, the most specific first within a branch.",
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
    summary: "Makes a rule, or changes one. One rule for a channel and a branch.",
    access: ["crm:rule:add", "crm:rule:edit"],
    request: LeadRuleChanges,
    response: z.object({ recordID: RecordId }),
    errors: [...ruleErrors, "STALE_DATA"],
  }),
  remove: endpoint("GET /api_users/Member/DeleteLeadRule", {
    summary: "Deletes a rule. Its past assignments and their reasons stay known.",
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
    summary: "The last leads that a rule decided on, and why; without a rule, the last of the branch.",
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
    summary: "Absences: one's own, and with the right to edit rules those of everyone at the branches in sight.",
    access: "crm:lead:query",
    request: z.object({ from: day, until: day, branchID: BranchId.optional() }),
    response: z.array(AbsenceRow),
  }),
  saveAbsence: endpoint("POST /api_users/Member/SaveLeadAbsence", {
    summary:
      "Enters an absence, during which a person gets no new leads; one's own, or with the right to edit rules anybody's.",
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
