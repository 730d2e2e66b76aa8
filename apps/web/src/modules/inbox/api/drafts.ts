import type { ConversationId } from "@homeroom/contract/ids";
import { ownKey } from "#platform/access.ts";
import { type Colleague, mentionsOf } from "../rules/composer/mentions.ts";

const keyOf = (id: ConversationId) => ownKey(`inbox-draft:${id}`);
const noteKeyOf = (id: ConversationId) => ownKey(`inbox-note:${id}`);

/** What was being written to a customer when the conversation was left, for as long as the tab lives. */
export function draftOf(id: ConversationId): string {
  return read(keyOf(id));
}

/** Keeps what is being written; nothing is kept of an empty text. */
export function keepDraft(id: ConversationId, text: string): void {
  keep(keyOf(id), text);
}

/** A note that is not added yet, with its mentions. */
export interface NoteDraft {
  text: string;
  mentions: readonly Colleague[];
}

/** The note that was being written for colleagues when its place was closed. */
export function noteDraftOf(id: ConversationId): NoteDraft {
  try {
    const kept = JSON.parse(read(noteKeyOf(id))) as { text?: unknown; mentions?: unknown };
    return { text: typeof kept.text === "string" ? kept.text : "", mentions: mentionsOf(kept) };
  } catch {
    return { text: "", mentions: [] };
  }
}

/** Keeps a note that is being written, as `keepDraft` does. */
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
    // A full or forbidden storage: the text holds until the conversation is left.
  }
}
