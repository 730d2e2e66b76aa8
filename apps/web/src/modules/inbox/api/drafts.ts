import type { ConversationId } from "@homeroom/contract/ids";

const keyOf = (id: ConversationId) => `inbox-draft:${id}`;

/** What was being written to a customer when the conversation was left, for as long as the tab lives. */
export function draftOf(id: ConversationId): string {
  try {
    return sessionStorage.getItem(keyOf(id)) ?? "";
  } catch {
    return "";
  }
}

/** Keeps what is being written; nothing is kept of an empty text. */
export function keepDraft(id: ConversationId, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(keyOf(id));
    else sessionStorage.setItem(keyOf(id), text);
  } catch {
    // A full or forbidden storage: the text holds until the conversation is left.
  }
}
