import type { LeadId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
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

/** A small first page fills the screen quickly; larger further pages need fewer calls. */
export function pageSizeOf(cursor: string) {
  return cursor ? { pageSize: 100, cursor } : { pageSize: 50 };
}

const pagesAskedAgain = 3;

/** A list that is scrolled far down is not reloaded page by page when the person returns to it. */
export function refetchesOnFocus(query: { state: { data?: { pages: readonly unknown[] } | undefined } }): boolean {
  return (query.state.data?.pages.length ?? 0) <= pagesAskedAgain;
}

const entriesAtOnce = 20;

/** The leads that match filters, page by page. The previous rows stay until the new ones have loaded. */
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

/** Prefetches a lead's card, for example when the pointer rests on its row. */
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

/** The lead types, in the reader's language. */
export function useLeadTypes() {
  const [language] = usePreference("language");
  return useQuery({
    queryKey: ["leads", "choices", "types", language],
    queryFn: async ({ signal }) => (await api.call(leads.typeList, {}, { signal })).resultData,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}
