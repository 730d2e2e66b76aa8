import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { BranchId, RecordId } from "./ids.ts";
import { ExplicitLeadQuery, LeadQuery, StrictLeadQuery } from "./lead-query.ts";
import { PageRequest, pageOf } from "./paging.ts";
import { writtenFields } from "./written-fields.ts";

/** The most recipient lists that an organisation may have. */
export const maxTargets = 500;

/**
 * The leads that a list reaches: all of the organisation's, those of its branch, or those its author sees. The author
 * decides, and an edit by somebody else does not change it.
 */
const targetReaches = ["organization", "branch", "own"] as const;

const openStatus = z.number().int().min(0).max(1);

const TargetRow = z.object({
  recordID: RecordId,
  name: z.string(),
  queryRule: LeadQuery,
  /** The names of the ids in the rule. An id that is missing here no longer exists. */
  names: z.record(z.string(), z.string()),
  /** As of `countTime`; an estimate unless `exact`. */
  leadCount: z.number().int(),
  exact: z.boolean(),
  countTime: z.string(),
  /** 1: it is offered for sending. */
  openStatus,
  reach: z.enum(targetReaches),
  /** The branch that it belongs to; null for one of the whole organisation. */
  branch: z.object({ branchID: BranchId, name: z.string() }).nullable(),
  /** Whether the reader may change its rule: it may reach leads that they cannot see. */
  canEdit: z.boolean(),
  ...writtenFields,
});
export type TargetRow = z.infer<typeof TargetRow>;

const listFilters = PageRequest.extend({ keywords: z.string().trim().max(100).optional() });

/**
 * Without a recordID it is a new list. An edit that names the version it began with is refused when somebody else has saved
 * since. `branchID` limits a new list to one branch, if its author sees the whole organisation.
 */
export const TargetForm = z.object({
  recordID: RecordId.optional(),
  name: z.string().trim().min(1).max(100),
  queryRule: ExplicitLeadQuery,
  branchID: BranchId.nullable().optional(),
  version: z.number().int().optional(),
});
export type TargetForm = z.infer<typeof TargetForm>;

export const targets = {
  open: endpoint("POST /api_users/Member/Targetlist", {
    summary: "The recipient lists open for sending, newest first: for planning a broadcast.",
    access: ["bulk:target:query", "bulk:plan:query", "bulk:plan:add"],
    request: listFilters.extend({ status: openStatus.default(1) }),
    response: pageOf(TargetRow),
  }),
  list: endpoint("POST /api_users/Member/LeadsFilterList", {
    summary: "All recipient lists, including closed ones, newest first: for managing them.",
    access: "bulk:target:query",
    request: listFilters.extend({ status: openStatus.optional() }),
    response: pageOf(TargetRow),
  }),
  save: endpoint("POST /api_users/Member/SaveQueryLeadsFilter", {
    summary:
      "Makes or changes a recipient list and counts its leads. Names are unique among lists with the same reach.",
    access: ["bulk:target:add", "bulk:target:edit"],
    request: TargetForm,
    response: z.object({ recordID: RecordId, leadCount: z.number().int(), exact: z.boolean() }),
    errors: ["SETTING_ITEM_DUPLICATE", "SETTING_LIMIT_REACHED"],
  }),
  reload: endpoint("POST /api_users/Member/ReloadLeadCount", {
    summary: "Recounts the leads of a recipient list.",
    access: "bulk:target:reload",
    request: z.object({ recordID: RecordId }),
    response: z.object({ leadCount: z.number().int(), exact: z.boolean() }),
  }),
  setStatus: endpoint("POST /api_users/Member/ModifyTargetStatus", {
    summary: "Opens a recipient list for use (1) or closes it (0).",
    access: "bulk:target:status",
    request: z.object({ recordID: RecordId, status: openStatus }),
    response: z.null(),
  }),
  remove: endpoint("GET /api_users/Member/DeleteQueryLeadsFilter", {
    summary: "Removes a recipient list that nothing uses. It can be restored.",
    access: "bulk:target:delete",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
    errors: ["SETTING_ITEM_IN_USE"],
  }),
  restore: endpoint("POST /api_users/Member/RestoreQueryLeadsFilter", {
    summary: "Restores a recipient list removed within the last 30 days; one that is not removed stays unchanged.",
    access: "bulk:target:delete",
    request: z.object({ recordID: RecordId }),
    response: z.null(),
    errors: ["SETTING_ITEM_DUPLICATE", "SETTING_LIMIT_REACHED"],
  }),
  count: endpoint("POST /api_users/Member/CountLeads", {
    summary: "How many leads a rule selects: within a recipient list's own reach, or of those that the caller can see.",
    access: ["bulk:target:query", "bulk:target:add", "bulk:target:edit"],
    request: z.object({
      queryRule: StrictLeadQuery,
      recordID: RecordId.optional(),
      branchID: BranchId.nullable().optional(),
    }),
    response: z.object({ leadCount: z.number().int(), exact: z.boolean() }),
  }),
};
