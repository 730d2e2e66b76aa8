import { chatStates } from "@homeroom/contract/chat-states";
import { named, type Samples } from "./sample.ts";

const day = 24 * 3_600_000;

/** Closing, snoozing and reopening another's conversation, and who did so before. */
export const chatStateSamples: Samples["chatStates"] = {
  snoozeConversation: named(chatStates.snoozeConversation, ({ conversationId }) => ({
    conversationId,
    until: new Date(Date.now() + day).toISOString(),
  })),
  closeConversation: named(chatStates.closeConversation, ({ conversationId }) => ({ conversationId }), {
    mixed: ({ conversationId }, { listItemId }, wall) =>
      wall === "organization" ? [{ conversationId, resultID: listItemId }] : [],
  }),
  reopenConversation: named(chatStates.reopenConversation, ({ conversationId }) => ({ conversationId })),
  markUnread: named(chatStates.markUnread, ({ conversationId }) => ({ conversationId })),
  conversationEvents: named(chatStates.conversationEvents, ({ conversationId }) => ({ conversationId }), {
    shows: ({ eventId }) => eventId,
  }),
};
