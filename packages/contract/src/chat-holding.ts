import { z } from "zod";
import { OfConversation } from "./chat-address.ts";
import { endpoint } from "./endpoint.ts";
import { AccountId, ConversationId, RecordId } from "./ids.ts";

/** What a browser reports while a conversation is open in it. */
export const presences = ["viewing", "typing", "left"] as const;
export type Presence = (typeof presences)[number];

/**
 * A browser repeats after this number of seconds that a conversation is open in it; after twice as long without a
 * repeat, it counts as closed.
 */
export const viewingSeconds = 20;
/**
 * While a person types, the browser repeats this at most once in this number of seconds; after twice as long without a
 * repeat, they count as having stopped.
 */
export const typingSeconds = 3;

/** Somebody else with the conversation open, and for how many more seconds that counts unless it is repeated. */
const Viewer = z.object({
  accountID: AccountId,
  nickname: z.string(),
  avatar: z.string().nullable(),
  viewingFor: z.number().int(),
  /** 0: they are not typing. */
  typingFor: z.number().int(),
});
export type Viewer = z.infer<typeof Viewer>;

const Viewers = z.object({ viewers: z.array(Viewer) });

export const chatHolding = {
  takeOver: endpoint("POST /api_chat/Chat/TakeOver", {
    summary:
      "Makes the caller the person who answers this customer. Taking over from an active person needs chat:message:takeover, or being the lead's sales or tutor.",
    access: "chat:message:send",
    request: OfConversation,
    response: z.null(),
    errors: ["PERMISSION_DENIED"],
  }),
  release: endpoint("GET /api_chat/Chat/Release", {
    summary: "Releases a conversation that the caller holds. A conversation that others hold stays unchanged.",
    access: "chat:message:query",
    request: OfConversation,
    response: z.null(),
  }),
  recordPresence: endpoint("POST /api_chat/Chat/Presence", {
    summary:
      "Reports that the caller has a conversation open, is typing in it or has left it; returns who else has it open.",
    access: "chat:message:query",
    request: z.object({ conversationId: ConversationId, doing: z.enum(presences).default("viewing") }),
    response: Viewers,
  }),
  viewers: endpoint("GET /api_chat/Chat/Viewers", {
    summary: "Who else has a conversation open, at most 20.",
    access: "chat:message:query",
    request: z.object({ conversationId: ConversationId }),
    response: Viewers,
  }),
  updateLabel: endpoint("POST /api_chat/Chat/UpdateConversationLabel", {
    summary: "Replaces the tags of a conversation's lead.",
    access: "chat:message:label",
    alsoNamed: { label: "tag" },
    request: OfConversation.safeExtend({ tag: z.array(RecordId).max(10) }),
    response: z.null(),
  }),
};
