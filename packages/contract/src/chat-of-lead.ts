import { z } from "zod";
import { ConversationCard } from "./chat.ts";
import { endpoint } from "./endpoint.ts";
import { LeadId } from "./ids.ts";

/** The inbox seen from a lead. */
export const chatOfLead = {
  conversation: endpoint("GET /api_chat/Chat/ConversationOfLead", {
    summary: "The conversation with a lead; null while there is none that the caller sees.",
    access: "chat:message:query",
    request: z.object({ leadId: LeadId }),
    response: z.object({ conversation: ConversationCard.nullable() }),
  }),
};
