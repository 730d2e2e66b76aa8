import type { ConversationRow } from "@homeroom/contract/chat";
import { createContext, use } from "react";

/** The actions on a conversation as a whole, from its header or by shortcut. */
export interface StateActions {
  snooze: (row: ConversationRow) => void;
  close: (row: ConversationRow) => void;
  reopen: (row: ConversationRow) => void;
  unread: (row: ConversationRow) => void;
  /** Closes it, or snoozes it until tomorrow morning, without a dialog; both can be undone. */
  finish: (row: ConversationRow) => void;
  postpone: (row: ConversationRow) => void;
}

/** Provided by the inbox around its columns; null if a conversation is shown without its list. */
export const StateActionsContext = createContext<StateActions | null>(null);

export function useStateActions(): StateActions | null {
  return use(StateActionsContext);
}
