/** Id of the middle column: shortcuts anywhere in the inbox move to its composer. */
export const conversationPaneId = "conversation-pane";

/** Moves the cursor to the composer, if it is open. */
export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>(`#${conversationPaneId} textarea`)?.focus();
}
