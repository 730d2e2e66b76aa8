import { type ConsentForm, consents } from "@homeroom/contract/consents";
import type { LeadId } from "@homeroom/contract/ids";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { leadKeys } from "./queries.ts";

const keyOf = (leadId: LeadId) => [...leadKeys.card(leadId), "consents"];

/** A lead's decisions about marketing. Their key is below that of the card: both are refetched together. */
export function useConsents(leadId: LeadId) {
  return useQuery({
    queryKey: keyOf(leadId),
    queryFn: async ({ signal }) => (await api.call(consents.list, { leadId }, { signal })).resultData,
  });
}

/** Records a lead's decision. */
export function useRecordConsent() {
  const client = useQueryClient();
  return async (form: ConsentForm, report: FailureReport): Promise<void> => {
    await api.call(consents.record, form, report);
    await client.invalidateQueries({ queryKey: keyOf(form.leadId) });
  };
}
