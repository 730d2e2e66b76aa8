import { broadcastMessages } from "@homeroom/contract/broadcast-messages";
import type { LeadId } from "@homeroom/contract/ids";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { itemsQuery, peopleQuery, uniquePeople } from "#platform/choices.ts";
import type { FilterOption } from "#ui/filter-bar/filters.ts";

/** The sales people whose conversations can be asked for, each once, in however many branches they are. */
export function useSalesOptions(): readonly FilterOption[] {
  const { data } = useQuery({
    ...peopleQuery("sales"),
    select: (people) => uniquePeople(people).map(({ value, label }) => ({ value, label })),
  });
  return data ?? [];
}

/** The tags that conversations can be asked for by. */
export function useLabelOptions(): readonly FilterOption[] {
  const { data } = useQuery({
    ...itemsQuery("tags"),
    select: (items) => items.map(({ recordID, name }) => ({ value: recordID, label: name })),
  });
  return data ?? [];
}

/** The broadcasts that wrote to a customer last. `since`: the last message, so that an answer is seen at once. */
export function useCustomerPlans(leadId: LeadId, since: string | null) {
  return useQuery({
    queryKey: ["inbox", "customer-plans", leadId, since],
    queryFn: async ({ signal }) => (await api.call(broadcastMessages.ofLead, { leadId }, { signal })).resultData.list,
    placeholderData: keepPreviousData,
  });
}
