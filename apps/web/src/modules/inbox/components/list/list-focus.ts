/** Id of the list of conversations: Escape returns to it from anywhere in the conversation. */
export const listId = "conversation-list";

export function focusList(): void {
  document.getElementById(listId)?.focus();
}

export function isListFocused(): boolean {
  return document.activeElement?.id === listId;
}
