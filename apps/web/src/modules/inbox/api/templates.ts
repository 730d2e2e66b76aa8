import { chat, type MessageRow } from "@homeroom/contract/chat";
import { chatTemplates } from "@homeroom/contract/chat-templates";
import type { RequestInput } from "@homeroom/contract/endpoint";
import type { ChannelId, FileId, LeadId } from "@homeroom/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { takeMessage } from "./thread.ts";

/**
 * The templates that can be sent to a lead through a channel, with known values filled in. Fetched each time the dialog
 * opens, so that no closed template is offered.
 */
export function useTemplateChoices(of: { leadId: LeadId; channel: ChannelId }) {
  return useQuery({
    queryKey: ["inbox", "templates", of],
    queryFn: async ({ signal }) => (await api.call(chatTemplates.choices, of, { signal })).resultData.list,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Sends a template. Repeating a messageId does not send again. */
export async function sendTemplate(
  form: RequestInput<typeof chatTemplates.send>,
  onFailure: (fields: readonly string[]) => void,
): Promise<MessageRow> {
  const report = {
    onFailure: ({ errors }: { errors: readonly { field: string }[] }) => onFailure(errors.map(({ field }) => field)),
  };
  const { resultData } = await api.call(chatTemplates.send, form, report);
  takeMessage(resultData);
  return resultData;
}

/** Stores a picture for the header of a template that is about to be sent. */
export async function uploadHeader(file: File): Promise<{ fileID: FileId; url: string }> {
  const { resultData } = await api.call(chat.uploadFile, {}, { file: { content: file, name: file.name } });
  return resultData;
}
