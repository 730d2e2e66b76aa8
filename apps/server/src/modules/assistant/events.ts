import { AccountId, BranchId, ConversationId, LeadId, RecordId } from "@homeroom/contract/ids";
import { z } from "zod";
import { defineEvent } from "#platform/outbox/events";

const OfConversation = z.object({
  conversationId: ConversationId,
  leadId: LeadId,
  branchId: BranchId,
  salesId: AccountId.nullable(),
  tutorId: AccountId.nullable(),
});

/** The assistant's suggestion or actions in a conversation changed. */
export const assistantChanged = defineEvent("assistant.changed", OfConversation);

/** The assistant handed a customer over to a person. `position`: of the customer's last message. */
export const assistantHandedOver = defineEvent(
  "assistant.handed-over",
  OfConversation.extend({ position: z.number().int() }),
);

/** A person wants an answer of the assistant at once: it was switched on, or a draft was requested. */
export const answerWanted = defineEvent(
  "assistant.answer-wanted",
  z.object({ conversationId: ConversationId, draft: z.boolean() }),
);

/** An agent has stopped answering until somebody fixes it. `at`: since when; `people`: who can do so at its branch. */
export const agentStopped = defineEvent(
  "assistant.agent-stopped",
  z.object({ agentId: RecordId, nickname: z.string(), at: z.string(), people: z.array(AccountId) }),
);

/** An agent that needed attention works again. */
export const agentRight = defineEvent("assistant.agent-right", z.object({ agentId: RecordId }));
