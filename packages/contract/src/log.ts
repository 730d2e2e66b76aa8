import { z } from "zod";
import { auditActions, auditModules } from "./audit.ts";
import { endpoint } from "./endpoint.ts";
import { AccountId, RecordId } from "./ids.ts";
import { Option, PageRequest, pageOf } from "./paging.ts";

/** How long entries of the audit log are kept. */
export const logKeptDays = 180;

const logFilters = {
  /** Part of the sentence, the subject's name, the operator or the address. */
  keywords: z.string().trim().max(100).optional(),
  module: z.array(z.enum(auditModules)).max(auditModules.length).optional(),
  action: z.array(z.enum(auditActions)).max(auditActions.length).optional(),
  operator: z.array(AccountId).max(100).optional(),
  /** The id of the subject. */
  subject: z.string().trim().max(64).optional(),
  /** Days in the zone of the caller's branch, both included. */
  startDate: z.iso.date().optional(),
  endDate: z.iso.date().optional(),
};
const LogFilters = z.object(logFilters);
export type LogFilters = z.infer<typeof LogFilters>;
const LogPageRequest = PageRequest.extend(logFilters);
export type LogPageRequest = z.infer<typeof LogPageRequest>;

const Fields = z.record(z.string(), z.unknown()).nullable();

const LogRow = z.object({
  id: RecordId,
  module: z.string(),
  action: z.string(),
  /** The subject, with the name that it had then. */
  subject: z.object({ type: z.string(), id: z.string(), name: z.string() }),
  /** The sentence, in the language of the request. */
  content: z.string(),
  requestUri: z.string(),
  method: z.string(),
  ip: z.string(),
  /** Whether the address belongs to an internal network; other addresses are not looked up. */
  region: z.string(),
  browser: z.string(),
  os: z.string(),
  /** Milliseconds from the arrival of the request to the entry. */
  executionTime: z.number().int(),
  /** The name at that time; empty if the product itself acted. */
  operator: z.string(),
  operatorID: AccountId.nullable(),
  avatar: z.string().nullable(),
  createTime: z.string(),
  /** The fields that changed, before and after; secrets are blanked. Null if nothing was compared. */
  before: Fields,
  after: Fields,
});
export type LogRow = z.infer<typeof LogRow>;

const Count = z.array(z.number().int());

const VisitStat = z.object({
  type: z.enum(["pv", "uv", "ip"]),
  title: z.string(),
  todayCount: z.number().int(),
  totalCount: z.number().int(),
  /** Today compared with yesterday until the same time: 0.25 is a quarter more. 0 if there were none yesterday. */
  growthRate: z.number(),
});
export type VisitStat = z.infer<typeof VisitStat>;

/** The audit log. Its calls only read: nothing can change or remove an entry. */
export const log = {
  page: endpoint("GET /api_basic/Log/page", {
    summary: "The entries of the audit log, newest first.",
    access: "sys:log:query",
    request: LogPageRequest,
    response: pageOf(LogRow),
  }),
  export: endpoint("GET /api_basic/Log/export", {
    summary: "The filtered entries of the audit log, as a workbook (at most a million) or a CSV file.",
    access: "sys:log:export",
    request: LogFilters.extend({ format: z.enum(["xlsx", "csv"]).default("xlsx") }),
    response: z.null(),
    answer: "binary",
  }),
  operators: endpoint("GET /api_basic/Log/operators", {
    summary: "The people with entries in the stored days, by their latest names.",
    access: "sys:log:query",
    request: z.object({}),
    response: z.array(Option),
  }),
  visitTrend: endpoint("GET /api_basic/Log/visit-trend", {
    summary: "By day: actions (pv), people (uv) and addresses (ip). 30 days by default.",
    access: "sys:log:query",
    request: z.object({ startDate: z.iso.date().optional(), endDate: z.iso.date().optional() }),
    response: z.object({ dates: z.array(z.string()), pvList: Count, uvList: Count, ipList: Count }),
  }),
  visitStats: endpoint("GET /api_basic/Log/visit-stats", {
    summary: "The same figures for today and for all stored days, and the change since yesterday.",
    access: "sys:log:query",
    request: z.object({}),
    response: z.array(VisitStat),
  }),
  info: endpoint("GET /api_basic/Log/{id}", {
    summary: "One entry of the audit log.",
    access: "sys:log:query",
    request: z.object({ id: RecordId }),
    response: LogRow,
  }),
};
