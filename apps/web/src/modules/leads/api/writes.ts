import type { RequestInput } from "@homeroom/contract/endpoint";
import type { LeadId } from "@homeroom/contract/ids";
import { type AddLeadForm, type EditLeadForm, leads } from "@homeroom/contract/leads";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import type { FailureReport } from "#ui/drawer-form/drawer-form.tsx";
import { leadKeys } from "./queries.ts";
import { refreshLead } from "./refresh-lead.ts";

/** Creates a lead; the lists then ask for it. */
export function useAddLead() {
  const client = useQueryClient();
  return async (form: AddLeadForm, report: FailureReport): Promise<LeadId> => {
    const { resultData } = await api.call(leads.add, form, report);
    await client.invalidateQueries({ queryKey: leadKeys.lists });
    return resultData.leadId;
  };
}

/** Saves a lead's fields, and shows what the server made of them. */
export function useEditLead() {
  const client = useQueryClient();
  return async (form: EditLeadForm, report?: FailureReport): Promise<void> => {
    await api.call(leads.edit, form, report);
    await refreshLead(client, form.leadId);
  };
}

type NoteForm = Omit<RequestInput<typeof leads.addNote>, "leadId">;

/** Adds a note to a lead. */
export function useAddNote(leadId: LeadId) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: NoteForm) => api.call(leads.addNote, { ...note, leadId }),
    onSuccess: () => refreshLead(client, leadId),
  });
}
