import type { LeadId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { customLists, media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { pagesByCursor } from "#platform/pages.ts";
import { usePreference } from "#platform/preferences.ts";
import type { LeadListRequest } from "../rules/list-request.ts";

export const leadKeys = {
  all: ["leads"] as const,
  lists: ["leads", "list"] as const,
  list: (request: LeadListRequest) => ["leads", "list", request] as const,
  card: (leadId: string) => ["leads", "card", leadId] as const,
  history: (leadId: string) => ["leads", "history", leadId] as const,
  notes: (leadId: string) => ["leads", "notes", leadId] as const,
  choices: ["leads", "choices"] as const,
};

/** The first page fills the screen soon; the ones that are scrolled to come in fewer calls. */
export function pageSizeOf(cursor: string) {
  return cursor ? { pageSize: 100, cursor } : { pageSize: 50 };
}

const pagesAskedAgain = 3;

/** A list that somebody has scrolled far down is not reloaded, page after page, because they come back to it. */
export function refetchesOnFocus(query: { state: { data?: { pages: readonly unknown[] } | undefined } }): boolean {
  return (query.state.data?.pages.length ?? 0) <= pagesAskedAgain;
}

const entriesAtOnce = 20;

/** The leads that filters keep, page by page. The rows of the filters before stay until the new ones are there. */
export function useLeadList(request: LeadListRequest) {
  return useInfiniteQuery({
    queryKey: leadKeys.list(request),
    queryFn: async ({ pageParam, signal }) =>
      (await api.call(leads.list, { ...request, ...pageSizeOf(pageParam) }, { signal })).resultData,
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: refetchesOnFocus,
  });
}

/** One lead's card. */
export function useLead(leadId: LeadId) {
  return useQuery(cardQuery(leadId));
}

const cardQuery = (leadId: LeadId) =>
  queryOptions({
    queryKey: leadKeys.card(leadId),
    queryFn: async ({ signal }) => (await api.call(leads.info, { leadId }, { signal })).resultData,
  });

/** Reads a lead's card before it is opened, as when the pointer rests on its row. */
export function usePrefetchLead(): (leadId: LeadId) => void {
  const client = useQueryClient();
  return (leadId) => void client.query(cardQuery(leadId)).catch(() => undefined);
}

/** A lead's history, newest first: of some kinds of action, or of all. */
export function useLeadHistory(leadId: LeadId, kinds: readonly number[] = []) {
  return useInfiniteQuery(
    pagesByCursor({
      queryKey: [...leadKeys.history(leadId), kinds],
      pageSize: entriesAtOnce,
      read: async (page, signal) => {
        const only = kinds.length > 0 ? { actionType: [...kinds] } : {};
        return (await api.call(leads.logs, { leadId, ...only, ...page }, { signal })).resultData;
      },
    }),
  );
}

/** A lead's notes, newest first. */
export function useLeadNotes(leadId: LeadId) {
  return useInfiniteQuery(
    pagesByCursor({
      queryKey: leadKeys.notes(leadId),
      pageSize: entriesAtOnce,
      read: async (page, signal) => (await api.call(leads.notes, { leadId, ...page }, { signal })).resultData,
    }),
  );
}

/** Lists change rarely: they are asked for again after five minutes. */
const rarely = 5 * 60_000;

type ListName = "tags" | "contactResults" | "leadStatuses" | "regularContactTypes" | "schoolsAndGrades";

/** How the items of one of the organisation's lists are asked for. */
export const itemsQuery = (list: ListName) =>
  queryOptions({
    queryKey: ["leads", "choices", list],
    queryFn: async ({ signal }) => {
      const { resultData } = await api.call(media.customItems, { ProjectID: customLists[list] }, { signal });
      return resultData;
    },
    staleTime: rarely,
    meta: { choices: true },
  });

/** The items of one of the organisation's lists, in their order. */
export const useListItems = (list: ListName) => useQuery(itemsQuery(list)).data;

/** How the channels are asked for. */
export const channelsQuery = queryOptions({
  queryKey: ["leads", "choices", "channels"],
  queryFn: async ({ signal }) => (await api.call(media.channels, { Type: 1 }, { signal })).resultData,
  staleTime: rarely,
  meta: { choices: true },
});

/** The channels that leads come from, each with its secondary ones. */
export const useChannels = () => useQuery(channelsQuery).data;

/** How the people who can hold a lead are asked for. */
export const peopleQuery = (role: "sales" | "tutor", branchID?: string) =>
  queryOptions({
    queryKey: ["leads", "choices", role, branchID ?? ""],
    queryFn: async ({ signal }) => {
      const call = role === "sales" ? member.salesList : member.tutorList;
      return (await api.call(call, branchID ? { branchID } : {}, { signal })).resultData;
    },
    staleTime: rarely,
  });

/** The people who can hold a lead: those of one branch, or of all that the reader sees. */
export const usePeople = (role: "sales" | "tutor", branchID?: string) => useQuery(peopleQuery(role, branchID)).data;

/** The lead types, in the reader's language. */
export function useLeadTypes() {
  const [language] = usePreference("language");
  return useQuery({
    queryKey: ["leads", "choices", "types", language],
    queryFn: async ({ signal }) => (await api.call(leads.typeList, {}, { signal })).resultData,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

/** What several people are called, for choices: each once, whatever branches they work at. */
export function uniquePeople<Person extends { value: string }>(people: readonly Person[] | undefined): Person[] {
  return [...new Map(people?.map((one) => [one.value, one])).values()];
}
