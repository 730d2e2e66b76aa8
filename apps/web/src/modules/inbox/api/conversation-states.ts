import type { ConversationCard } from "@homeroom/contract/chat";
import { chatStates } from "@homeroom/contract/chat-states";
import type { ConversationId, RecordId } from "@homeroom/contract/ids";
import { leadCard } from "@homeroom/contract/lead-card";
import { leadActions, leads } from "@homeroom/contract/leads";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "#platform/api.ts";
import { itemsQuery } from "#platform/choices.ts";
import { queryClient } from "#platform/query.ts";
import { refreshCard } from "./conversation-card.ts";
import { leaveLists, restoreLists } from "./conversation-list.ts";

const eventsKey = (id: ConversationId) => ["inbox", "events", id] as const;

/** The actions on a conversation as a whole; refetched when it is opened, and whenever its state changes. */
export function useConversationEvents(conversationId: ConversationId, card: ConversationCard | undefined) {
  const { data } = useQuery({
    queryKey: eventsKey(conversationId),
    queryFn: async ({ signal }) =>
      (await api.call(chatStates.conversationEvents, { conversationId }, { signal })).resultData,
    // The state may have changed while another conversation was open.
    staleTime: 0,
  });
  const state = card && `${card.state} ${card.snoozedUntil}`;
  const known = useRef(state);
  useEffect(() => {
    const isNew = known.current !== undefined && known.current !== state;
    known.current = state;
    if (isNew) void queryClient.invalidateQueries({ queryKey: eventsKey(conversationId) });
  }, [state, conversationId]);
  return data ?? nothing;
}

const nothing: readonly never[] = [];

/** The possible results of a contact. */
export function useContactResults() {
  const { data } = useQuery({
    ...itemsQuery("contactResults"),
    select: (items) => items.map(({ recordID, name, code }) => ({ value: recordID, label: name, code: code ?? "" })),
  });
  return data ?? nothing;
}

/** The codes of the default results that close a lead's case, whatever their names are now. */
const caseClosing: readonly string[] = ["callClose", "unreachableClose"];

/** Whether a contact result closes the lead's case, by its code. */
export function closesCase(code: string): boolean {
  return caseClosing.includes(code);
}

export interface Closing {
  resultID: RecordId | null;
  note: string;
  /** Chosen once for the dialog, so that a retry does not store the note twice. */
  noteId: RecordId;
  /** Whether the person may set a result on the lead. */
  mayEditLead: boolean;
  /** Set if the lead's case is closed as well; chosen once for the dialog, like the note's id. */
  caseLogId: RecordId | null;
}

/** Closes a conversation. First the note, result and closed case are saved on the lead; a failure there leaves it open. */
export async function closeConversation(
  card: Pick<ConversationCard, "conversationId" | "leadId">,
  closing: Closing,
): Promise<void> {
  const { conversationId, leadId } = card;
  const { resultID, note, noteId: recordID, mayEditLead, caseLogId } = closing;
  if (note !== "") await api.call(leads.addNote, { leadId, recordID, content: note, result: resultID });
  else if (resultID && mayEditLead) {
    const { version } = (await api.call(leads.info, { leadId })).resultData;
    await api.call(leads.change, { leadId, version, changes: { result: resultID } });
  }
  if (caseLogId) {
    const { caseClosed: actionType } = leadActions;
    await api.call(leadCard.addLog, { leadId, recordID: caseLogId, actionType, content: "" });
  }
  await closeAtOnce(conversationId, resultID);
}

/** Closes a conversation without a note, optionally with a result. */
export function closeAtOnce(conversationId: ConversationId, resultID: RecordId | null = null): Promise<void> {
  return leaving(conversationId, "closed", () =>
    api.call(chatStates.closeConversation, { conversationId, ...(resultID && { resultID }) }),
  );
}

/** Snoozes a conversation until a moment. */
export function snoozeConversation(conversationId: ConversationId, until: Date): Promise<void> {
  return leaving(conversationId, "snoozed", () =>
    api.call(chatStates.snoozeConversation, { conversationId, until: until.toISOString() }),
  );
}

/** Reopens a conversation. */
export function reopenConversation(conversationId: ConversationId): Promise<void> {
  return leaving(conversationId, "open", () => api.call(chatStates.reopenConversation, { conversationId }));
}

/** Marks a conversation as unread. */
export async function markUnread(conversationId: ConversationId): Promise<void> {
  await api.call(chatStates.markUnread, { conversationId });
}

/** Shows the change at once; after a failure, the server's state. */
async function leaving(
  conversationId: ConversationId,
  state: "open" | "snoozed" | "closed",
  write: () => Promise<unknown>,
): Promise<void> {
  leaveLists(conversationId, state);
  try {
    await write();
  } catch (reason) {
    void restoreLists();
    throw reason;
  }
  await refreshCard(conversationId);
}
