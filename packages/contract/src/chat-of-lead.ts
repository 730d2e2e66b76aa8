import { z } from "zod";
import { ConversationCard } from "./chat.ts";
import { OfConversation } from "./chat-address.ts";
import { endpoint } from "./endpoint.ts";

/** The inbox seen from a lead. */
export const chatOfLead = {
  conversation: endpoint("GET /api_chat/Chat/ConversationOfLead", {
    summary: "The conversation with a lead or the lead it was merged into; null if the caller can see none.",
    access: "chat:message:query",
    request: OfConversation,
    response: z.object({ conversation: ConversationCard.nullable() }),
  }),
};
