import { broadcastMessages } from "@homeroom/contract/broadcast-messages";
import type { LeadId } from "@homeroom/contract/ids";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { itemsQuery, peopleQuery, uniquePeople } from "#platform/choices.ts";
import type { FilterOption } from "#ui/filter-bar/filters.ts";

/** The sales people to filter conversations by, each once, even if they are in several branches. */
export function useSalesOptions(): readonly FilterOption[] {
  const { data } = useQuery({
    ...peopleQuery("sales"),
    select: (people) => uniquePeople(people).map(({ value, label }) => ({ value, label })),
  });
  return data ?? [];
}

/** The tags to filter conversations by. */
export function useLabelOptions(): readonly FilterOption[] {
  const { data } = useQuery({
    ...itemsQuery("tags"),
    select: (items) => items.map(({ recordID, name }) => ({ value: recordID, label: name })),
  });
  return data ?? [];
}

/** The last broadcasts that a customer received. `since`: the last message, so that a reply shows at once. */
export function useCustomerPlans(leadId: LeadId, since: string | null) {
  return useQuery({
    queryKey: ["inbox", "customer-plans", leadId, since],
    queryFn: async ({ signal }) => (await api.call(broadcastMessages.ofLead, { leadId }, { signal })).resultData.list,
    placeholderData: keepPreviousData,
  });
}
