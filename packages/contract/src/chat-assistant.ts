import { z } from "zod";
import { agentFailures } from "./assistant.ts";
import { OfConversation } from "./chat-address.ts";
import { endpoint } from "./endpoint.ts";
import { ConversationId, RecordId } from "./ids.ts";

/** What the assistant did in a conversation that staff should see. */
export const assistantEventKinds = ["handedOver", "failed", "limited"] as const;
export type AssistantEventKind = (typeof assistantEventKinds)[number];

/**
 * Why it hands over to a person: the customer asked, it does not know, too many answers in a row, or a word from the agent's
 * list.
 */
export const handOverReasons = ["asked", "unsure", "inARow"] as const;
export type HandOverReason = (typeof handOverReasons)[number];

/**
 * What the assistant left to people. `reason`: of `handedOver` a hand-over reason, of `failed` a failure, or
 * `closed` where nothing may be sent to the customer; empty otherwise.
 */
export const AssistantNote = z.object({
  kind: z.enum(assistantEventKinds),
  reason: z.enum([...handOverReasons, ...agentFailures, "closed", ""]),
});
export type AssistantNote = z.infer<typeof AssistantNote>;

const AssistantEvent = AssistantNote.extend({
  recordID: RecordId,
  agent: z.string(),
  /** Of `handedOver`: what the customer wants, in short. */
  summary: z.string(),
  /** Shown after this message of the conversation. */
  position: z.number().int(),
  createTime: z.string(),
});
export type AssistantEvent = z.infer<typeof AssistantEvent>;

const AssistantState = z.object({
  /** The agent of the conversation's branch; null: none. */
  agent: z.object({ nickname: z.string(), way: z.enum(["send", "draft"]), working: z.boolean() }).nullable(),
  /** 0 off, 1 on, 2 paused by a message of staff (shown as off). */
  gptStatus: z.number().int(),
  /** The answer that the assistant suggests, as long as nobody has written since. */
  draft: z.object({ recordID: RecordId, text: z.string(), createTime: z.string() }).nullable(),
  /** It is about to answer. */
  isWriting: z.boolean(),
  /** Its provider failed, and it tries again at this time; null: it does not. */
  retryTime: z.string().nullable(),
  /** The latest ten, oldest first. */
  events: z.array(AssistantEvent),
});
export type AssistantState = z.infer<typeof AssistantState>;

export const chatAssistant = {
  setGpt: endpoint("GET /api_chat/Chat/UpdateConversationGPT", {
    summary: "Switches the assistant on (1) or off (0) for a customer, identified by lead or conversation.",
    access: "chat:message:gpt",
    alsoNamed: { gptStatus: "status" },
    request: OfConversation.safeExtend({ status: z.number().int().min(0).max(1) }),
    response: z.object({ gptStatus: z.number().int() }),
  }),
  state: endpoint("GET /api_chat/GPT/ConversationState", {
    summary: "The assistant in a conversation: whether it is on, what it suggests, and what staff should know.",
    access: "chat:message:query",
    request: z.object({ conversationId: ConversationId }),
    response: AssistantState,
  }),
  redraft: endpoint("POST /api_chat/GPT/Redraft", {
    summary: "Asks the assistant to suggest an answer to the customer's last message, replacing an earlier suggestion.",
    access: "chat:message:send",
    request: z.object({ conversationId: ConversationId }),
    /** False: the branch has no agent, or no message of the customer waits for an answer. */
    response: z.object({ asked: z.boolean() }),
    errors: ["TOO_MANY_REQUESTS"],
  }),
  settleDraft: endpoint("POST /api_chat/GPT/SettleDraft", {
    summary: "Removes a suggestion that was used or is not wanted. One that is already gone is no error.",
    access: "chat:message:send",
    request: z.object({ conversationId: ConversationId, recordID: RecordId }),
    response: z.null(),
  }),
};
