/** Id of the middle column: keys lead into its place to write from anywhere in the inbox. */
export const conversationPaneId = "conversation-pane";

/** Puts the cursor where an answer is written, if one can be. */
export function focusComposer(): void {
  document.querySelector<HTMLTextAreaElement>(`#${conversationPaneId} textarea`)?.focus();
}
