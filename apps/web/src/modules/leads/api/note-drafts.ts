import type { LeadId, RecordId } from "@homeroom/contract/ids";
import { ownKey } from "#platform/access.ts";
import { newId, readId } from "#platform/ids.ts";
import { emptyNote, type NoteDraft } from "../rules/note-draft.ts";

/** A note that is being written, with the id that it will have: saved again after a lost answer, it is no second one. */
export interface KeptNote {
  readonly recordID: RecordId;
  readonly note: NoteDraft;
}

const keyOf = (leadId: LeadId) => ownKey(`lead-note:${leadId}`);

/** What the person was writing of a lead in this tab; a new note if it was nothing. */
export function keptNote(leadId: LeadId): KeptNote {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(leadId)) ?? "null") as Partial<KeptNote> | null;
    const recordID = readId<RecordId>(kept?.recordID);
    if (recordID && typeof kept?.note?.content === "string") return { recordID, note: { ...emptyNote, ...kept.note } };
  } catch {
    // What cannot be read was not kept.
  }
  return { recordID: newId(), note: emptyNote };
}

/** Keeps what is being written of a lead for as long as the tab lives, for its writer alone; an empty note is forgotten. */
export function keepNote(leadId: LeadId, kept: KeptNote): void {
  try {
    if (kept.note === emptyNote) sessionStorage.removeItem(keyOf(leadId));
    else sessionStorage.setItem(keyOf(leadId), JSON.stringify(kept));
  } catch {
    // Without room in the browser it lives as long as the form.
  }
}

/** Forgets a note that is saved, whether its form is still there or not; one that was begun after it stays. */
export function forgetNote(leadId: LeadId, recordID: RecordId): void {
  if (keptNote(leadId).recordID === recordID) keepNote(leadId, { recordID, note: emptyNote });
}
