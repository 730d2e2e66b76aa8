import type { RequestInput } from "@homeroom/contract/endpoint";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { leadCard } from "@homeroom/contract/lead-card";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { leadKeys } from "./queries.ts";
import { refreshLead } from "./writes.ts";

/** The open reminders of a lead. Their key is below that of the notes: both are refetched together. */
export function useReminders(leadId: LeadId) {
  return useQuery({
    queryKey: [...leadKeys.notes(leadId), "reminders"],
    queryFn: async ({ signal }) => (await api.call(leadCard.reminders, { leadId }, { signal })).resultData,
  }).data;
}

/** The devices on which a lead uses the app. */
export function useDevices(leadId: LeadId) {
  return useQuery({
    queryKey: [...leadKeys.card(leadId), "devices"],
    queryFn: async ({ signal }) => (await api.call(leadCard.devices, { leadId }, { signal })).resultData,
  }).data;
}

/** Writes of a lead's notes, reminders, history and app; everything that shows the lead is refetched. */
export function useCardActions(leadId: LeadId) {
  const client = useQueryClient();
  const refresh = () => refreshLead(client, leadId);
  return {
    addLog: useMutation({
      mutationFn: (form: Omit<RequestInput<typeof leadCard.addLog>, "leadId">) =>
        api.call(leadCard.addLog, { ...form, leadId }),
      onSuccess: refresh,
    }),
    editNote: useMutation({
      mutationFn: (form: Omit<RequestInput<typeof leadCard.editNote>, "leadId">) =>
        api.call(leadCard.editNote, { ...form, leadId }),
      onSuccess: refresh,
    }),
    deleteNote: useMutation({
      mutationFn: (recordID: RecordId) => api.call(leadCard.deleteNote, { leadId, recordID }),
      onSuccess: refresh,
    }),
    restoreNote: useMutation({
      mutationFn: (recordID: RecordId) => api.call(leadCard.restoreNote, { leadId, recordID }),
      onSuccess: refresh,
    }),
    saveReminder: useMutation({
      mutationFn: (form: Omit<RequestInput<typeof leadCard.saveReminder>, "leadId">) =>
        api.call(leadCard.saveReminder, { ...form, leadId }),
      onSuccess: refresh,
    }),
    finishReminder: useMutation({
      mutationFn: (recordID: RecordId) => api.call(leadCard.finishReminder, { leadId, recordID }),
      onSuccess: refresh,
    }),
    openApp: useMutation({
      mutationFn: (open: 0 | 1) => api.call(leadCard.openApp, { leadId, open }),
      onSuccess: refresh,
    }),
  };
}

/** Uploads a photo; it is attached when the lead is saved. */
export async function uploadLeadAvatar(file: File, leadId?: LeadId) {
  const { resultData } = await api.call(
    leadCard.uploadAvatar,
    { ...(leadId && { leadId }) },
    { file: { content: file, name: file.name } },
  );
  return { fileID: resultData.fileID, url: resultData.url };
}
