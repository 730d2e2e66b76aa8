import type { ConversationId } from "@homeroom/contract/ids";
import { ownKey } from "#platform/access.ts";
import { type Colleague, mentionsOf } from "../rules/composer/mentions.ts";

const keyOf = (id: ConversationId) => ownKey(`inbox-draft:${id}`);
const noteKeyOf = (id: ConversationId) => ownKey(`inbox-note:${id}`);

/** The unsent text for a customer when the conversation was left, kept as long as the tab is open. */
export function draftOf(id: ConversationId): string {
  return read(keyOf(id));
}

/** Stores an unsent text; an empty one is removed. */
export function keepDraft(id: ConversationId, text: string): void {
  keep(keyOf(id), text);
}

/** An unsaved note, with its mentions. */
export interface NoteDraft {
  text: string;
  mentions: readonly Colleague[];
}

/** The unsaved note for colleagues when its editor was closed. */
export function noteDraftOf(id: ConversationId): NoteDraft {
  try {
    const kept = JSON.parse(read(noteKeyOf(id))) as { text?: unknown; mentions?: unknown };
    return { text: typeof kept.text === "string" ? kept.text : "", mentions: mentionsOf(kept) };
  } catch {
    return { text: "", mentions: [] };
  }
}

/** Stores an unsaved note, like `keepDraft`. */
export function keepNoteDraft(id: ConversationId, note: NoteDraft): void {
  keep(noteKeyOf(id), note.text === "" ? "" : JSON.stringify(note));
}

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage is full or blocked: the text is lost when the conversation is left.
  }
}
