import type { LeadId } from "@homeroom/contract/ids";
import { MessageId } from "@homeroom/contract/ids";
import { welcome } from "@homeroom/contract/welcome";
import { useMutation } from "@tanstack/react-query";
import { v7 } from "uuid";
import { api } from "#platform/api.ts";

/** Sends the branch's welcome message to a customer on LINE; the thread receives it like any message. */
export function useSendWelcome() {
  return useMutation({
    mutationFn: (leadId: LeadId) => api.call(welcome.send, { leadId, messageId: MessageId.parse(v7()) }),
  });
}
