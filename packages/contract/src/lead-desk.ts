import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { AccountId, LeadId, RecordId } from "./ids.ts";
import { LeadQuery, leadQueryFields } from "./lead-query.ts";
import { LeadFilters, LeadLogRow, LeadRow } from "./leads.ts";
import { PageRequest, pageOf } from "./paging.ts";

/** A calendar shows at most six weeks at once, and this number of leads a day; the rest open as a list. */
const maxCalendarDays = 42;
export const leadsShownADay = 5;

const Count = { total: z.number().int(), totalIsEstimate: z.boolean() };

/** A student: a lead that has bought something (status "deal", or a deal in its history) or has the app. */
export const StudentRow = LeadRow.extend({
  birthday: z.string(),
  contact1: z.object({ name: z.string(), areaCode: z.string(), phone: z.string() }),
  /** When the lead became a student; for a deal that is its date. */
  studentSince: z.string(),
  /** The first deal; null for leads that only have the app. */
  dealDate: z.string().nullable(),
  appDevice: z.string(),
});
export type StudentRow = z.infer<typeof StudentRow>;

export const studentSorts = ["studentSince", "createTime", "nextContactDate", "nickname"] as const;

const StudentFilters = PageRequest.extend({
  ...leadQueryFields,
  sortBy: z.enum(studentSorts).default("studentSince"),
  sortOrder: z.enum(["asc", "desc"]).default("desc"),
});
export type StudentFilters = z.infer<typeof StudentFilters>;

const LogFilters = PageRequest.extend({
  leadId: LeadId.optional(),
  actionType: z.array(z.number().int().min(1).max(15)).max(15).optional(),
  operator: AccountId.optional(),
  /** The days on which it happened, both ends included, in the time zone of the lead's branch. */
  startTime: z.iso.date().optional(),
  endTime: z.iso.date().optional(),
  keywords: leadQueryFields.keywords,
  branchID: leadQueryFields.branchID,
  sales: leadQueryFields.sales,
  tutor: leadQueryFields.tutor,
});
export type LogFilters = z.infer<typeof LogFilters>;

const BoardColumnRequest = z.object({
  query: LeadQuery.prefault({}),
  /** Null: the column of leads without a status. */
  statusID: RecordId.nullable(),
  pageSize: PageRequest.shape.pageSize,
  cursor: PageRequest.shape.cursor,
});
export type BoardColumnRequest = z.infer<typeof BoardColumnRequest>;

const BoardCount = z.object({ statusID: RecordId.nullable(), ...Count });
export type BoardCount = z.infer<typeof BoardCount>;

const CalendarRequest = z
  .object({ query: LeadQuery.prefault({}), from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < maxCalendarDays * 86_400_000, {
    path: ["to"],
  });
export type CalendarRequest = z.infer<typeof CalendarRequest>;

const CalendarDay = z.object({ date: z.string(), ...Count, list: z.array(LeadRow) });
export type CalendarDay = z.infer<typeof CalendarDay>;

/** The calls other than the list that find leads by the same query. */
export const leadDesk = {
  newLeads: endpoint("POST /api_users/Member/QueryNewLeads", {
    summary: "Leads of type new that nobody in the centre has contacted yet, newest first.",
    access: "crm:lead:query",
    request: LeadFilters,
    response: pageOf(LeadRow),
  }),
  gptLeads: endpoint("POST /api_users/Member/QueryGPTLeads", {
    summary: "Leads whose assistant is on or paused, newest first.",
    access: "crm:lead:query",
    request: LeadFilters,
    response: pageOf(LeadRow),
  }),
  logs: endpoint("POST /api_users/Member/Leadlogs", {
    summary: "The history of the leads that the caller can see, newest first.",
    access: "crm:lead:query",
    request: LogFilters,
    response: pageOf(LeadLogRow),
  }),
  boardColumn: endpoint("POST /api_users/Member/LeadBoard", {
    summary: "A page of one column of the board: leads with a status, newest first.",
    access: "crm:lead:query",
    request: BoardColumnRequest,
    response: z.object({ list: z.array(LeadRow), nextCursor: z.string().nullable() }),
  }),
  boardCounts: endpoint("POST /api_users/Member/LeadBoardCounts", {
    summary: "How many leads each column of the board has, in the order of the statuses.",
    access: "crm:lead:query",
    request: z.object({ query: LeadQuery.prefault({}) }),
    response: z.object({ columns: z.array(BoardCount) }),
  }),
  calendar: endpoint("POST /api_users/Member/LeadCalendar", {
    summary: "The days of a calendar with the leads to contact on them, and how many are overdue.",
    access: "crm:lead:query",
    request: CalendarRequest,
    /** Days without any contact are left out. */
    response: z.object({ days: z.array(CalendarDay), overdue: z.object(Count) }),
  }),
  students: endpoint("POST /api_users/Member/StudentList", {
    summary: "The students that the caller can see, newest first.",
    access: "crm:student:query",
    request: StudentFilters,
    response: pageOf(StudentRow),
  }),
};
