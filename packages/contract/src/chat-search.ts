import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ConversationId, LeadId, MessageId } from "./ids.ts";

const MessageHit = z.object({
  messageId: MessageId,
  conversationId: ConversationId,
  leadId: LeadId,
  nickname: z.string(),
  /** The words around the hit. */
  snippet: z.string(),
  position: z.number().int(),
  sentAt: z.string(),
  direction: z.enum(["in", "out"]),
});
export type MessageHit = z.infer<typeof MessageHit>;

export const chatSearch = {
  searchMessages: endpoint("POST /api_chat/Chat/SearchMessages", {
    summary: "Messages with these words in the conversations that the caller may see, latest first.",
    access: "chat:message:query",
    request: z.object({
      keywords: z.string().trim().min(1).max(100),
      /** Only in this conversation. */
      conversationId: ConversationId.optional(),
      cursor: z.string().max(500).optional(),
      pageSize: z.number().int().min(1).max(100).default(20),
    }),
    response: z.object({ list: z.array(MessageHit), nextCursor: z.string().nullable() }),
  }),
};
