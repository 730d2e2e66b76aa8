import type { LeadId, MessageId } from "@homeroom/contract/ids";
import { welcome } from "@homeroom/contract/welcome";
import { useMutation } from "@tanstack/react-query";
import { api } from "#platform/api.ts";
import { newId } from "#platform/ids.ts";

/** Sends the branch's welcome message to a customer on LINE; the thread receives it like any message. */
export function useSendWelcome() {
  return useMutation({
    mutationFn: (leadId: LeadId) => api.call(welcome.send, { leadId, messageId: newId<MessageId>() }),
  });
}
