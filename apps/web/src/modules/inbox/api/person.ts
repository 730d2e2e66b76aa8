import type { LeadId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { customLists, media } from "@homeroom/contract/media";
import { member } from "@homeroom/contract/member";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { usePreference } from "#platform/preferences.ts";
import { queryClient } from "#platform/query.ts";
import type { FilterOption } from "#ui/filter-bar/filters.ts";

const minutes = 60_000;

/** The card of the lead that a conversation is with. */
export function useLead(leadId: LeadId, mayAsk: boolean) {
  return useQuery({
    queryKey: ["inbox", "lead", leadId],
    queryFn: async ({ signal }) => (await api.call(leads.info, { leadId }, { signal })).resultData,
    enabled: mayAsk,
  });
}

/** The latest entries of a lead's history. */
export function useLeadHistory(leadId: LeadId, mayAsk: boolean) {
  return useQuery({
    queryKey: ["inbox", "lead-history", leadId],
    queryFn: async ({ signal }) => (await api.call(leads.logs, { leadId, pageSize: 5 }, { signal })).resultData.list,
    enabled: mayAsk,
  });
}

/** What each kind of entry is called, in the language of the interface. */
export function useActionNames(mayAsk: boolean): ReadonlyMap<string, string> | undefined {
  const [language] = usePreference("language");
  const { data } = useQuery({
    queryKey: ["inbox", "action-names", language],
    queryFn: async ({ signal }) => (await api.call(leads.actionTypes, {}, { signal })).resultData,
    enabled: mayAsk,
    staleTime: 60 * minutes,
    select: (options) => new Map(options.map(({ value, label }) => [value, label])),
  });
  return data;
}

/** The sales people whose conversations can be asked for, each once, in however many branches they are. */
export function useSalesOptions(): readonly FilterOption[] {
  const { data } = useQuery({
    queryKey: ["inbox", "sales"],
    queryFn: async ({ signal }) => (await api.call(member.salesList, {}, { signal })).resultData,
    staleTime: 5 * minutes,
    select: (people) => [...new Map(people.map(({ value, label }) => [value, { value, label }])).values()],
  });
  return data ?? [];
}

/** The tags that conversations can be asked for by. */
export function useLabelOptions(): readonly FilterOption[] {
  const { data } = useQuery({
    queryKey: ["inbox", "labels"],
    queryFn: async ({ signal }) =>
      (await api.call(media.customItems, { ProjectID: customLists.tags }, { signal })).resultData,
    staleTime: 5 * minutes,
    meta: { choices: true },
    select: (items) => items.map(({ recordID, name }) => ({ value: recordID, label: name })),
  });
  return data ?? [];
}

/** The lead changed: its card and history are asked for again if they are shown. */
export function refreshLead(leadId: LeadId): void {
  void queryClient.invalidateQueries({ queryKey: ["inbox", "lead", leadId] });
  void queryClient.invalidateQueries({ queryKey: ["inbox", "lead-history", leadId] });
}
