import type { RecordId } from "@homeroom/contract/ids";
import { leadDesk, type StudentFilters } from "@homeroom/contract/lead-desk";
import type { LeadQuery } from "@homeroom/contract/lead-query";
import { leads } from "@homeroom/contract/leads";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByCursor } from "#platform/pages.ts";
import { leadKeys, pageSizeOf, refetchesOnFocus } from "./queries.ts";

export const deskKeys = {
  boards: ["leads", "board"] as const,
  counts: (query: LeadQuery) => ["leads", "board", "counts", query] as const,
  column: (statusID: string | null, query: LeadQuery) => ["leads", "board", "column", statusID, query] as const,
  columns: ["leads", "board", "column"] as const,
  calendars: ["leads", "calendar"] as const,
  calendar: (request: object) => ["leads", "calendar", request] as const,
};

export type StudentRequest = Partial<Omit<StudentFilters, "cursor" | "pageNum" | "pageSize">>;

/** The students that match filters, page by page. */
export function useStudentList(request: StudentRequest) {
  return useInfiniteQuery({
    queryKey: [...leadKeys.lists, "students", request],
    queryFn: async ({ pageParam, signal }) =>
      (await api.call(leadDesk.students, { ...request, ...pageSizeOf(pageParam) }, { signal })).resultData,
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: refetchesOnFocus,
    meta: { page: true },
  });
}

/** How many leads each column of the board has. */
export function useBoardCounts(query: LeadQuery) {
  return useQuery({
    queryKey: deskKeys.counts(query),
    queryFn: async ({ signal }) => (await api.call(leadDesk.boardCounts, { query }, { signal })).resultData.columns,
    placeholderData: keepPreviousData,
  });
}

const cardsAtOnce = 30;

/** One column of the board, page by page. */
export function useBoardColumn(statusID: RecordId | null, query: LeadQuery) {
  return useInfiniteQuery({
    ...pagesByCursor({
      queryKey: deskKeys.column(statusID, query),
      pageSize: cardsAtOnce,
      read: async (page, signal) =>
        (await api.call(leadDesk.boardColumn, { query, statusID, ...page }, { signal })).resultData,
    }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: refetchesOnFocus,
  });
}

/** The days of a calendar with the leads to be contacted on them. */
export function useLeadCalendar(request: { query: LeadQuery; from: string; to: string }) {
  return useQuery({
    queryKey: deskKeys.calendar(request),
    queryFn: async ({ signal }) => (await api.call(leadDesk.calendar, request, { signal })).resultData,
    placeholderData: keepPreviousData,
  });
}

/** The leads of a day of the calendar, or of several, by day. */
export function useDayLeads(query: LeadQuery) {
  return useInfiniteQuery({
    queryKey: [...leadKeys.lists, "day", query],
    queryFn: async ({ pageParam, signal }) => {
      const sorted = { ...query, sortBy: "nextContactDate" as const, sortOrder: "asc" as const };
      return (await api.call(leads.list, { ...sorted, ...pageSizeOf(pageParam) }, { signal })).resultData;
    },
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: refetchesOnFocus,
  });
}
