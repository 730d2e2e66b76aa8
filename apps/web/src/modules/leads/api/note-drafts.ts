import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { ownKey } from "#platform/access.ts";
import { newId, readId } from "#platform/ids.ts";
import { emptyNote, type NoteDraft } from "../rules/note-draft.ts";

/** An unsaved note with its future id, so that saving again after a lost answer does not create a second one. */
export interface KeptNote {
  readonly recordID: RecordId;
  readonly note: NoteDraft;
}

const keyOf = (leadId: LeadId) => ownKey(`lead-note:${leadId}`);

/** The person's draft about a lead in this tab; a new note if there is none. */
export function keptNote(leadId: LeadId): KeptNote {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(leadId)) ?? "null") as Partial<KeptNote> | null;
    const recordID = readId<RecordId>(kept?.recordID);
    if (recordID && typeof kept?.note?.content === "string") return { recordID, note: { ...emptyNote, ...kept.note } };
  } catch {
    // An unreadable draft counts as none.
  }
  return { recordID: newId(), note: emptyNote };
}

/** Stores the draft about a lead as long as the tab is open, for its writer only; an empty note is removed. */
export function keepNote(leadId: LeadId, kept: KeptNote): void {
  try {
    if (kept.note === emptyNote) sessionStorage.removeItem(keyOf(leadId));
    else sessionStorage.setItem(keyOf(leadId), JSON.stringify(kept));
  } catch {
    // Storage is full: it is kept as long as the form.
  }
}

/** Removes a saved note from the drafts, whether or not its form is still open; a note started after it stays. */
export function forgetNote(leadId: LeadId, recordID: RecordId): void {
  if (keptNote(leadId).recordID === recordID) keepNote(leadId, { recordID, note: emptyNote });
}
