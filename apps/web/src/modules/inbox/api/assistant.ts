import { type AssistantState, chatAssistant } from "@homeroom/contract/chat-assistant";
import type { ConversationId, LeadId } from "@homeroom/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { api } from "#platform/api.ts";
import { queryClient } from "#platform/query.ts";
import { useRealtime } from "#platform/realtime.ts";
import { refreshCard } from "./conversation-card.ts";

const stateKey = (id: ConversationId) => ["inbox", "assistant", id] as const;

/** What the assistant does in the open conversation; refetched when it does something or somebody writes. */
export function useAssistantState(conversationId: ConversationId) {
  const renew = useCallback(
    (event: { conversationId: ConversationId }) => {
      if (event.conversationId === conversationId) void refreshAssistant(conversationId);
    },
    [conversationId],
  );
  useRealtime("assistant.changed", renew);
  useRealtime("message.changed", renew);
  return useQuery({
    queryKey: stateKey(conversationId),
    queryFn: async ({ signal }): Promise<AssistantState> =>
      (await api.call(chatAssistant.state, { conversationId }, { signal })).resultData,
  }).data;
}

/** Refetches what the assistant does in an open conversation. */
export function refreshAssistant(conversationId: ConversationId): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: stateKey(conversationId), exact: true });
}

/** Switches the assistant on or off for a customer. */
export async function switchAssistant(
  of: { conversationId: ConversationId; leadId: LeadId },
  on: boolean,
): Promise<void> {
  await api.call(chatAssistant.setGpt, { conversationId: of.conversationId, status: on ? 1 : 0 });
  await Promise.all([refreshAssistant(of.conversationId), refreshCard(of.conversationId)]);
}

/** Requests a suggestion, which arrives a little later; false if no agent can make one or nothing waits for an answer. */
export async function askForSuggestion(conversationId: ConversationId): Promise<boolean> {
  return (await api.call(chatAssistant.redraft, { conversationId })).resultData.asked;
}

/** Dismisses a suggestion, at once on the screen and then on the server. */
export async function settleSuggestion(
  conversationId: ConversationId,
  draft: NonNullable<AssistantState["draft"]>,
): Promise<void> {
  queryClient.setQueryData<AssistantState>(stateKey(conversationId), (state) => state && { ...state, draft: null });
  await api.call(chatAssistant.settleDraft, { conversationId, recordID: draft.recordID });
}
