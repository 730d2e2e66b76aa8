import { z } from "zod";
import { exclusionReasons, PlanEstimate } from "./broadcast-estimate.ts";
import { endpoint } from "./endpoint.ts";
import { failureReasons } from "./failure-reasons.ts";
import { AccountId, BranchId, ChannelId, LeadId, RecordId } from "./ids.ts";
import { ExplicitLeadQuery, LeadQuery } from "./lead-query.ts";
import { templateCategories, variableSources } from "./message-templates.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { MailFailure, pauseReasons } from "./plan-pauses.ts";
import { editedFields } from "./some-fields.ts";
import { writtenFields } from "./written-fields.ts";

/** A draft is being written; the others are the specification's. */
export const planStates = ["draft", "pending", "running", "completed", "cancelled", "failed"] as const;
export type PlanState = (typeof planStates)[number];

/** The kinds of channel that a plan can use. */
export const planKinds = ["whatsapp", "email"] as const;
export type PlanKind = (typeof planKinds)[number];

/** The channel of a plan: a number, or only a kind, which means the channel of that kind at the caller's branch. */
const PlanChannel = z.union([ChannelId, z.enum(planKinds)]);

export const recipientStates = [
  "excluded",
  "waiting",
  "queued",
  "unsure",
  "accepted",
  "sent",
  "delivered",
  "read",
  "failed",
] as const;
export type RecipientState = (typeof recipientStates)[number];

/** Results that recipients can be filtered by: their state, an answer within seven days, an opened link. */
export const recipientResults = [
  ...recipientStates,
  "replied",
  "clicked",
  "unanswered",
  "readUnanswered",
  "notClicked",
] as const;

export const planLimits = {
  /** A plan starts now, or at least this number of minutes ahead. */
  minutesAhead: 10,
  /** It can no longer be cancelled from this number of minutes before its time. */
  cancelMinutes: 5,
  numbers: 5000,
  lists: 20,
  /** Days within which an answer counts, and after which a silent message has failed. */
  replyDays: 7,
  /** The highest rate, in messages a minute, that a slowed plan can choose. */
  perMinute: 5000,
  /** The most hours that a plan can be spread over. */
  spreadHours: 72,
} as const;

/** The value of a template's placeholder: a fact of the lead, and `text` if there is none. */
export const BroadcastVariable = z.object({
  source: z.enum(variableSources).default("none"),
  text: z.string().trim().max(1024).default(""),
});
export type BroadcastVariable = z.infer<typeof BroadcastVariable>;

export const BroadcastVariables = z.record(z.string().max(40), BroadcastVariable).default({});

const recipientFields = {
  kind: z.enum(planKinds).default("whatsapp"),
  /** For mails: the branch whose mail server sends them, and their template. */
  branchID: BranchId.nullable().default(null),
  emailTemplateID: RecordId.nullable().default(null),
  channel: ChannelId.nullable().default(null),
  templateID: RecordId.nullable().default(null),
  variables: BroadcastVariables,
  targetIDs: z.array(RecordId).max(planLimits.lists).default([]),
  filter: ExplicitLeadQuery.nullable().default(null),
  numbers: z.array(z.string().trim().max(40)).max(planLimits.numbers, "PLAN_TOO_MANY_NUMBERS").default([]),
};

/** `draft`: saved without checks. Otherwise it is checked and starts at `scheduleTime`; null: at once. */
export const PlanForm = z.object({
  recordID: RecordId.optional(),
  name: z.string().trim().min(1).max(100),
  ...recipientFields,
  /** Required for a plan, so that a forgotten time does not send it at once. */
  scheduleTime: z.iso.datetime().nullable().optional(),
  /** Messages a minute; null: as many as the number allows. */
  perMinute: z.number().int().min(1).max(planLimits.perMinute).nullable().default(null),
  /** Sends evenly over this number of hours, regardless of `perMinute`; null: not spread. */
  spreadHours: z.number().int().min(1).max(planLimits.spreadHours).nullable().default(null),
  /** Waits while more than this number of customers of its branch wait for an answer; null: never waits. */
  mostUnanswered: z.number().int().min(1).max(10_000).nullable().default(null),
  draft: z.boolean().default(false),
  version: z.number().int().optional(),
});
export type PlanForm = z.infer<typeof PlanForm>;

/** The form as callers send it; a `channel` that is only a kind means the branch's number, or its mail server and template. */
const PlanRequest = PlanForm.extend({ channel: PlanChannel.nullable().default(null) });
export type PlanRequest = z.infer<typeof PlanRequest>;

/** Fields that are left out stay as they are. */
const EditPlanRequest = z.object({ ...editedFields(PlanRequest.shape), recordID: RecordId });
export type EditPlanRequest = z.infer<typeof EditPlanRequest>;

const counters = z.object({
  total: z.number().int(),
  excluded: z.number().int(),
  /** The same as `accepted`: the provider accepted them, and they have not failed since. */
  success: z.number().int(),
  accepted: z.number().int(),
  delivered: z.number().int(),
  read: z.number().int(),
  replied: z.number().int(),
  /** Recipients who opened a link; previews and bots are not counted. */
  clicked: z.number().int(),
  failed: z.number().int(),
});

const PlanRow = z.object({
  recordID: RecordId,
  name: z.string(),
  kind: z.enum(planKinds),
  state: z.enum(planStates),
  /** The same as `state`, under the name of the filter. */
  status: z.enum(planStates),
  /** Which of an earlier plan's recipients it goes to; null: it has recipients of its own. */
  sourcePart: z.enum(["all", "failed"]).nullable(),
  /** Set while it is paused. The reason is set if the product paused it. */
  pausedTime: z.string().nullable(),
  pauseReason: z.enum(pauseReasons).nullable(),
  /** It was ended; messages already being handed over still go out. */
  isEnding: z.boolean(),
  /** When the quiet hours end that keep it from sending now. */
  quietUntil: z.string().nullable(),
  /** It waits because too many customers wait for an answer. */
  waitsForAnswers: z.boolean(),
  /** Somebody else has to approve it before it can send. */
  needsApproval: z.boolean(),
  problem: z.string().nullable(),
  channel: z.object({ channelID: ChannelId, name: z.string() }).nullable(),
  template: z
    .object({ recordID: RecordId, name: z.string(), language: z.string(), category: z.enum(templateCategories) })
    .nullable(),
  branch: z.object({ branchID: BranchId, name: z.string() }).nullable(),
  emailTemplate: z.object({ recordID: RecordId, name: z.string(), category: z.enum(templateCategories) }).nullable(),
  counters,
  scheduleTime: z.string().nullable(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  ...writtenFields,
});
export type PlanRow = z.infer<typeof PlanRow>;

/** Why a recipient was sent nothing: the plan ended before their turn. */
export const planEnded = "planEnded";

const PlanInfo = PlanRow.extend({
  variables: z.record(z.string(), BroadcastVariable),
  targets: z.array(z.object({ recordID: RecordId, name: z.string() })),
  filter: LeadQuery.nullable(),
  /** The names of the ids in the filter. An id that is missing here no longer exists. */
  filterNames: z.record(z.string(), z.string()),
  /** Numbers that were typed in; empty for readers who see only their own rows and cannot write plans. */
  numbers: z.array(z.string()),
  numberCount: z.number().int(),
  perMinute: z.number().int().nullable(),
  spreadHours: z.number().int().nullable(),
  mostUnanswered: z.number().int().nullable(),
  /** The person who approved it, where approval is needed. */
  approver: z.string(),
  approveTime: z.string().nullable(),
  /** Whether the caller may approve it. */
  canApprove: z.boolean(),
  /** The plan that this one sends again. */
  sourceRecordID: RecordId.nullable(),
  /** The fault of the mail server for which it is paused; null if unknown. */
  mailFailure: MailFailure.nullable(),
  /** Mails that their servers put off, once nobody else is left to send to, and when the next is tried again. */
  putOff: z.object({ count: z.number().int(), nextTime: z.string() }).nullable(),
  reasons: z.array(z.object({ state: z.enum(["excluded", "failed"]), reason: z.string(), count: z.number().int() })),
  /** The totals after each hour since the start. */
  curve: z.array(
    z.object({
      time: z.string(),
      accepted: z.number().int(),
      delivered: z.number().int(),
      read: z.number().int(),
      replied: z.number().int(),
      clicked: z.number().int(),
    }),
  ),
});
export type PlanInfo = z.infer<typeof PlanInfo>;

const PlanDetailRow = z.object({
  recordID: z.string(),
  leadId: LeadId.nullable(),
  nickname: z.string(),
  phone: z.string(),
  email: z.string(),
  state: z.enum(recipientStates),
  /** The same, and `replied` for people who answered within seven days. */
  result: z.enum([...recipientStates, "replied"]),
  reason: z.enum([...exclusionReasons, ...failureReasons, planEnded]).nullable(),
  /** The provider's own description of a failure. */
  detail: z.string(),
  /** When a mail that its server put off is tried again. */
  nextTryTime: z.string().nullable(),
  sendTime: z.string().nullable(),
  deliveredTime: z.string().nullable(),
  readTime: z.string().nullable(),
  replyTime: z.string().nullable(),
  clickTime: z.string().nullable(),
});
export type PlanDetailRow = z.infer<typeof PlanDetailRow>;

const detailFilters = {
  recordID: RecordId,
  result: z.array(z.enum(recipientResults)).max(recipientResults.length).optional(),
  keywords: z.string().trim().max(100).optional(),
};
const startedFilters = {
  /** Started sending on these days, in the time zone of the session's branch. */
  startedFrom: z.iso.date().optional(),
  startedTo: z.iso.date().optional(),
  /** The branch of its number or mail server. */
  branchID: BranchId.optional(),
  creatorID: AccountId.optional(),
  /** Only the caller's own. */
  mine: z.boolean().optional(),
};
const one = z.object({ recordID: RecordId });
/** The version that was written: the next edit names it. */
const saved = { version: z.number().int() };
const saveErrors = [
  "PLAN_TIME_NOT_FUTURE",
  "PLAN_NO_RECIPIENTS",
  "PLAN_LIST_CLOSED",
  "PLAN_NUMBER_INVALID",
  "PLAN_TOO_MANY_NUMBERS",
  "PLAN_PLACE_EMPTY",
  "PLAN_STATE_CONFLICT",
  "CHAT_TEMPLATE_REQUIRED",
  "CHAT_TEMPLATE_NOT_CONFIGURED",
  "EMAIL_NOT_SET_UP",
  "CHANNEL_STOPPED",
  "FEATURE_NOT_SET_UP",
] as const;
/** Why a plan that was held back cannot continue. */
const goOnErrors = [
  "PLAN_STATE_CONFLICT",
  "PLAN_NEEDS_OTHER_PERSON",
  "CHAT_QUOTA_EXCEEDED",
  "PLAN_MONTHLY_LIMIT",
  "PLAN_BALANCE_LOW",
] as const;

export const broadcastPlans = {
  list: endpoint("POST /api_chat/Broadcast/PlanList", {
    summary: "Broadcast plans with their live figures, newest first. The state `voided` means `cancelled`.",
    access: "bulk:plan:query",
    request: PageRequest.extend({
      keywords: z.string().trim().max(100).optional(),
      channel: PlanChannel.optional(),
      kind: z.enum(planKinds).optional(),
      status: z
        .array(z.enum([...planStates, "voided"]))
        .max(7)
        .optional(),
      startTime: z.iso.date().optional(),
      endTime: z.iso.date().optional(),
      ...startedFilters,
    }),
    response: pageOf(PlanRow),
  }),
  creators: endpoint("GET /api_chat/Broadcast/PlanCreators", {
    summary: "The people who made the plans that the caller can see, by name.",
    access: "bulk:plan:query",
    request: z.object({}),
    response: z.object({ list: z.array(z.object({ accountID: AccountId, nickname: z.string() })) }),
  }),
  info: endpoint("GET /api_chat/Broadcast/PlanInfo", {
    summary: "One plan with its selection of recipients, its failures by reason and its curve by hours.",
    access: "bulk:plan:query",
    request: one,
    response: PlanInfo,
  }),
  add: endpoint("POST /api_chat/Broadcast/AddPlan", {
    summary:
      "Makes a plan, or a draft of one. Repeated with the same recordID, it returns the plan made the first time.",
    access: "bulk:plan:add",
    request: PlanRequest,
    response: one.extend(saved),
    errors: saveErrors,
  }),
  edit: endpoint("POST /api_chat/Broadcast/EditPlan", {
    summary:
      "Changes a plan that has not started. Within five minutes of its time it cannot be postponed or made a draft.",
    access: "bulk:plan:edit",
    request: EditPlanRequest,
    response: z.object(saved),
    errors: [...saveErrors, "PLAN_CANCEL_TOO_LATE"],
  }),
  cancel: endpoint("GET /api_chat/Broadcast/CancelPlan", {
    summary: "Cancels a plan at least five minutes before its time. An already cancelled plan stays unchanged.",
    access: "bulk:plan:cancel",
    request: one,
    response: z.null(),
    errors: ["PLAN_CANCEL_TOO_LATE", "PLAN_STATE_NOT_CANCELLABLE"],
  }),
  pause: endpoint("POST /api_chat/Broadcast/PausePlan", {
    summary: "Stops a running plan; messages already handed over are still sent.",
    access: "bulk:plan:cancel",
    request: one,
    response: z.null(),
    errors: ["PLAN_STATE_CONFLICT"],
  }),
  end: endpoint("POST /api_chat/Broadcast/EndPlan", {
    summary: "Ends a paused plan: waiting recipients get nothing, and what was reserved for them is released.",
    access: "bulk:plan:cancel",
    request: one,
    response: z.null(),
    errors: ["PLAN_STATE_CONFLICT"],
  }),
  resume: endpoint("POST /api_chat/Broadcast/ResumePlan", {
    summary: "Resumes a paused plan.",
    access: "bulk:plan:cancel",
    request: one,
    response: z.null(),
    errors: goOnErrors,
  }),
  approve: endpoint("POST /api_chat/Broadcast/ApprovePlan", {
    summary:
      "Approves a plan that needs a second person; a plan that waits for approval continues. Repeating it changes nothing.",
    access: "bulk:plan:add",
    request: one,
    response: z.null(),
    errors: goOnErrors,
  }),
  resend: endpoint("POST /api_chat/Broadcast/ResendPlan", {
    summary:
      "Makes a new plan from a finished one and starts it at once: to all its recipients, or to those whose message failed and has not arrived since. Refused while the plan is already being sent again.",
    access: "bulk:plan:resend",
    request: one.extend({ part: z.enum(["all", "failed"]).default("failed"), newID: RecordId.optional() }),
    response: one,
    errors: ["PLAN_STATE_CONFLICT", "PLAN_RESEND_RUNNING", "PLAN_NONE_FAILED", "CHAT_TEMPLATE_NOT_CONFIGURED"],
  }),
  remove: endpoint("GET /api_chat/Broadcast/DeletePlan", {
    summary: "Deletes a draft, or a finished plan. Its messages stay in the conversations.",
    access: "bulk:plan:cancel",
    request: one,
    response: z.null(),
    errors: ["PLAN_STATE_CONFLICT"],
  }),
  details: endpoint("POST /api_chat/Broadcast/PlanDetailList", {
    summary: "The recipients of a plan whose leads the caller can see.",
    access: "bulk:plan:query",
    request: PageRequest.extend(detailFilters),
    response: pageOf(PlanDetailRow),
  }),
  exportDetails: endpoint("POST /api_chat/Broadcast/ExportPlanDetail", {
    summary: "The same recipients as a file.",
    access: "bulk:plan:export",
    request: z.object({ ...detailFilters, format: z.enum(["xlsx", "csv"]).default("xlsx") }),
    response: z.null(),
    answer: "binary",
  }),
  importNumbers: endpoint("POST /api_chat/Broadcast/ImportNumbers", {
    summary:
      "Reads a text file with an area code and a number on each line; nothing is stored. Invalid lines are reported.",
    access: ["bulk:plan:add", "bulk:plan:edit"],
    body: "file",
    request: z.object({}),
    response: z.object({
      validCount: z.number().int(),
      invalidCount: z.number().int(),
      duplicateCount: z.number().int(),
      numbers: z.array(z.string()),
      errors: z.array(z.object({ line: z.number().int(), text: z.string() })),
    }),
    file: { kinds: ["table"], maxBytes: 1024 * 1024 },
    errors: ["FILE_TOO_LARGE", "WRONG_FILE_FORMAT", "PLAN_TOO_MANY_NUMBERS"],
  }),
  estimate: endpoint("POST /api_chat/Broadcast/EstimateCost", {
    summary:
      "How many people a plan would reach now, who is excluded and why, what it costs, and examples of its messages.",
    access: ["bulk:plan:add", "bulk:plan:edit"],
    // `recordID`: the plan that is edited; a plan that is sent again goes to some of these recipients.
    request: z.object({ ...recipientFields, channel: PlanRequest.shape.channel, recordID: RecordId.optional() }),
    response: PlanEstimate,
  }),
};
