import { z } from "zod";
import { ConversationId, LeadId } from "./ids.ts";

/** A conversation by its id, or by its lead. */
export const OfConversation = z
  .object({ conversationId: ConversationId.optional(), leadId: LeadId.optional() })
  .refine(({ conversationId, leadId }) => conversationId !== undefined || leadId !== undefined, {
    path: ["conversationId"],
  });
export type OfConversation = z.infer<typeof OfConversation>;
