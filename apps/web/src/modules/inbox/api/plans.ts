import { broadcastMessages } from "@homeroom/contract/broadcast-messages";
import type { LeadId } from "@homeroom/contract/ids";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";

/** The broadcasts that wrote to a customer last. `since`: the last message, so that an answer is seen at once. */
export function useCustomerPlans(leadId: LeadId, since: string | null) {
  return useQuery({
    queryKey: ["inbox", "customer-plans", leadId, since],
    queryFn: async ({ signal }) => (await api.call(broadcastMessages.ofLead, { leadId }, { signal })).resultData.list,
    placeholderData: keepPreviousData,
  });
}
