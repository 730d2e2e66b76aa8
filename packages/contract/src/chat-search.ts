import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { ConversationId, LeadId, MessageId } from "./ids.ts";
import { pageSizeUpTo } from "./paging.ts";

const FoundMessage = z.object({
  messageId: MessageId,
  conversationId: ConversationId,
  leadId: LeadId,
  nickname: z.string(),
  /** The text around the first match, as it was written. */
  snippet: z.string(),
  /** Its place in the conversation; `chat.messageList` with `around` shows it there. */
  position: z.number().int(),
  sentAt: z.string(),
  direction: z.enum(["in", "out"]),
});
export type FoundMessage = z.infer<typeof FoundMessage>;

export const chatSearch = {
  searchMessages: endpoint("POST /api_chat/Chat/SearchMessages", {
    summary:
      "Messages with all of the words, newest first: of all conversations that the caller can see, or of one. A page may be shorter than requested although there is more, because searching further takes time.",
    access: "chat:message:query",
    request: z.object({
      /** Parts of words; Latin ones shorter than three letters match only at the start of a word. */
      keywords: z.string().trim().min(1).max(100),
      conversationId: ConversationId.optional(),
      cursor: z.string().max(512).optional(),
      pageSize: pageSizeUpTo(50).default(20),
    }),
    response: z.object({ list: z.array(FoundMessage), nextCursor: z.string().nullable() }),
  }),
};
