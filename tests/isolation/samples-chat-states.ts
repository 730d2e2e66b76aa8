import { chatStates } from "@homeroom/contract/chat-states";
import { of, type Samples } from "./sample.ts";

const day = 24 * 3_600_000;

/** Closing, putting off and reopening another's conversation, and who did so before. */
export const chatStateSamples: Samples["chatStates"] = {
  snoozeConversation: of(chatStates.snoozeConversation, {
    requests: ({ conversationId }) => [{ conversationId, until: new Date(Date.now() + day).toISOString() }],
    expect: "missing",
  }),
  closeConversation: of(chatStates.closeConversation, {
    requests: ({ conversationId }) => [{ conversationId }],
    expect: "missing",
    mixed: ({ conversationId }, { listItemId }, wall) =>
      wall === "organization" ? [{ conversationId, resultID: listItemId }] : [],
  }),
  reopenConversation: of(chatStates.reopenConversation, {
    requests: ({ conversationId }) => [{ conversationId }],
    expect: "missing",
  }),
  markUnread: of(chatStates.markUnread, {
    requests: ({ conversationId }) => [{ conversationId }],
    expect: "missing",
  }),
  conversationEvents: of(chatStates.conversationEvents, {
    requests: ({ conversationId }) => [{ conversationId }],
    expect: "missing",
    shows: ({ eventId }) => eventId,
  }),
};
