import type { ConversationRow } from "@homeroom/contract/chat";
import { createContext, use } from "react";

/** What a person does with a conversation as a whole, from its head or by a key. */
export interface StateActions {
  snooze: (row: ConversationRow) => void;
  close: (row: ConversationRow) => void;
  reopen: (row: ConversationRow) => void;
  unread: (row: ConversationRow) => void;
  /** Closes it, or puts it off until tomorrow morning, without asking; both can be taken back. */
  finish: (row: ConversationRow) => void;
  postpone: (row: ConversationRow) => void;
}

/** Given by the inbox around its columns; null where a conversation is shown without its list. */
export const StateActionsContext = createContext<StateActions | null>(null);

export function useStateActions(): StateActions | null {
  return use(StateActionsContext);
}
