import { chatOfLead } from "@homeroom/contract/chat-of-lead";
import { of, type Samples } from "./sample.ts";

export const chatOfLeadSamples: Samples["chatOfLead"] = {
  conversation: of(chatOfLead.conversation, {
    requests: ({ leadId, conversationId }) => [{ leadId }, { conversationId }],
    expect: "blank",
    shows: ({ conversationId }) => conversationId,
  }),
};
