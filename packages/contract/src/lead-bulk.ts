import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, BranchId, LeadId, RecordId } from "./ids.ts";
import { ExplicitLeadQuery, StrictLeadQuery } from "./lead-query.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** A single lead may be sent as `leadId`. */
const oneLead = { leadId: "leadIds" } as const;

/** Up to this number of leads are processed within the call, more in the background. */
export const leadsAtOnce = 1000;

/** How long deleted leads can be restored; then they are erased for good. */
export const binDays = 30;

const leadIds = z.array(LeadId).min(1).max(leadsAtOnce);
const tags = z.array(RecordId).max(10);
/** Several people get the leads in rotation; an empty list unassigns them. */
const people = z.array(AccountId).max(50);

/** The changes to make to each lead. Fields that are left out stay as they are. */
export const BulkAction = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("assign"),
    sales: people.default([]),
    /** By the assignment rules instead of `sales`. */
    byRules: z.boolean().default(false),
    /** Notifies the new owners, once each. */
    notify: z.boolean().default(false),
  }),
  z.object({ kind: z.literal("tutor"), tutor: people.default([]), notify: z.boolean().default(false) }),
  z.object({ kind: z.literal("tags"), add: tags.default([]), remove: tags.default([]) }),
  z.object({
    kind: z.literal("status"),
    status: RecordId.nullable().optional(),
    result: RecordId.nullable().optional(),
  }),
  z.object({ kind: z.literal("regularContact"), regularContact: RecordId.nullable() }),
  /**
   * Moves leads to a branch that the caller can enter, together with visible leads of the same family or with the same
   * contact 1. A person given as `sales` or `tutor` gets them; otherwise they keep the one they have if that person works there.
   */
  z.object({
    kind: z.literal("branch"),
    branchID: BranchId,
    sales: AccountId.nullable().default(null),
    tutor: AccountId.nullable().default(null),
    notify: z.boolean().default(false),
  }),
  z.object({ kind: z.literal("delete") }),
]);
export type BulkAction = z.infer<typeof BulkAction>;
export type BulkKind = BulkAction["kind"];
const bulkKinds = BulkAction.options.map(({ shape }) => shape.kind.value);

/** `undoing` reverts the changes; `done`, `failed` and `undone` are final. */
export const bulkStates = ["running", "done", "failed", "undoing", "undone"] as const;

const BulkTask = z.object({
  taskID: RecordId,
  kind: z.enum(bulkKinds as [BulkKind, ...BulkKind[]]),
  state: z.enum(bulkStates),
  total: z.number().int(),
  processed: z.number().int(),
  /** The outcomes so far; `same`: nothing to change. */
  changed: z.number().int(),
  same: z.number().int(),
  /**
   * None of the named people work at the lead's branch, or the rules choose nobody. For `branch`: a lead of the same family
   * or with the same contact 1 would have to move too, which the caller does not see.
   */
  unfit: z.number().int(),
  /** It would have had more than ten tags. */
  full: z.number().int(),
  /** Deleted, or moved out of the caller's sight, since it began. */
  gone: z.number().int(),
  /** For an undo: reverted, and left because somebody changed them since or another lead now has their number. */
  undone: z.number().int(),
  kept: z.number().int(),
  /** How many each person received. */
  dealt: z.array(z.object({ accountID: AccountId, nickname: z.string(), count: z.number().int() })),
  canUndo: z.boolean(),
  /** Why it failed. */
  message: z.string(),
  createTime: z.string(),
});
export type BulkTask = z.infer<typeof BulkTask>;

const Changed = z.object({ changed: z.number().int(), taskID: RecordId });

const DeletedLead = z.object({
  leadId: LeadId,
  nickname: z.string(),
  fullname: z.string(),
  areaCode: z.string(),
  phone: z.string(),
  email: z.string(),
  branchName: z.string(),
  sales: z.string(),
  deletedBy: z.string(),
  deletedTime: z.string(),
  /** When it can no longer be restored. */
  eraseTime: z.string(),
});
export type DeletedLead = z.infer<typeof DeletedLead>;

const Restored = z.object({
  restored: z.number().int(),
  /** The leads that stay deleted, and why. */
  refused: z.array(z.object({ leadId: LeadId, nickname: z.string(), name: z.string(), message: z.string() })),
});
export type RestoredLeads = z.infer<typeof Restored>;

export const exportFormats = ["xlsx", "csv"] as const;

const ExportForm = z.object({
  query: StrictLeadQuery.prefault({}),
  /** Which columns, in which order; left out: all. */
  columns: z.array(z.string().max(40)).max(60).optional(),
  format: z.enum(exportFormats).default("xlsx"),
});
export type LeadExport = z.infer<typeof ExportForm>;

export const leadBulk = {
  changeSales: endpoint("POST /api_users/Member/BulkChangeSales", {
    summary: "Assigns leads to a sales person, or to nobody, with or without notifying them.",
    access: "crm:lead:assign",
    alsoNamed: oneLead,
    request: z.object({ leadIds, sales: AccountId.nullable().default(null), notify: z.boolean().default(false) }),
    response: Changed,
  }),
  tags: endpoint("POST /api_users/Member/UpdateLeadTags", {
    summary: "Adds tags to leads and removes others.",
    access: "crm:lead:tag",
    alsoNamed: oneLead,
    request: z.object({ leadIds, add: tags.default([]), remove: tags.default([]) }),
    response: Changed,
  }),
  status: endpoint("POST /api_users/Member/UpdateLeadStatus", {
    summary: "Sets the status or the contact result of leads.",
    access: "crm:lead:edit",
    alsoNamed: oneLead,
    request: z.object({
      leadIds,
      status: RecordId.nullable().optional(),
      result: RecordId.nullable().optional(),
    }),
    response: Changed,
  }),
  remove: endpoint("GET /api_users/Member/DeleteLeadInfo", {
    summary: "Deletes leads, all or none; they can be restored for 30 days.",
    access: "crm:lead:delete",
    alsoNamed: oneLead,
    request: z.object({ leadIds }),
    response: z.null(),
  }),
  start: endpoint("POST /api_users/Member/BulkLeads", {
    summary: "Applies one change to every lead that a query selects; more than 1,000 in the background.",
    access: ["crm:lead:assign", "crm:lead:tag", "crm:lead:edit", "crm:lead:delete", "crm:student:edit"],
    request: z.object({
      query: ExplicitLeadQuery,
      action: BulkAction,
      /**
       * Only the students among them: with this, the permission to edit students is enough to change tags, status and
       * regular contact.
       */
      students: z.boolean().default(false),
      /** May be proposed by the caller: repeating the call returns the run that was started the first time. */
      taskID: RecordId.optional(),
    }),
    response: BulkTask,
  }),
  task: endpoint("GET /api_users/Member/BulkTask", {
    summary: "The progress of a bulk change.",
    access: "crm:lead:query",
    request: z.object({ taskID: RecordId }),
    response: BulkTask,
  }),
  list: endpoint("GET /api_users/Member/BulkList", {
    summary: "The caller's bulk changes of the last 24 hours, newest first.",
    access: "crm:lead:query",
    request: z.object({}),
    response: z.array(BulkTask),
  }),
  undo: endpoint("POST /api_users/Member/UndoBulk", {
    summary: "Undoes a bulk change where nobody has changed the lead since.",
    access: ["crm:lead:assign", "crm:lead:tag", "crm:lead:edit", "crm:lead:delete", "crm:student:edit"],
    request: z.object({ taskID: RecordId }),
    response: BulkTask,
    errors: ["BULK_NOT_UNDOABLE"],
  }),
  deleted: endpoint("POST /api_users/Member/DeletedLeads", {
    summary: "The leads deleted in the last 30 days, latest first.",
    access: "crm:lead:delete",
    request: PageRequest.extend({ keywords: z.string().trim().max(100).optional() }),
    response: pageOf(DeletedLead),
  }),
  restore: endpoint("POST /api_users/Member/RestoreLeads", {
    summary: "Restores deleted leads. A lead whose number or e-mail another lead now has is refused with the reason.",
    access: "crm:lead:delete",
    alsoNamed: oneLead,
    request: z.object({ leadIds }),
    response: Restored,
  }),
  exportLeads: endpoint("POST /api_users/Member/ExportLeads", {
    summary: "The leads that a query selects, as a workbook or CSV, with the columns of the import first.",
    access: "crm:lead:export",
    request: ExportForm,
    response: z.null(),
    answer: "binary",
    errors: ["TOO_MANY_REQUESTS"],
  }),
  exportStudents: endpoint("POST /api_users/Member/ExportStudents", {
    summary: "The students that a query selects, as a workbook or CSV.",
    access: "crm:student:export",
    request: ExportForm,
    response: z.null(),
    answer: "binary",
    errors: ["TOO_MANY_REQUESTS"],
  }),
};
