import type { RequestInput } from "@homeroom/contract/endpoint";
import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { leads } from "@homeroom/contract/leads";
import { writtenSince } from "#platform/written-since.ts";
import { momentOf } from "#platform/zoned-time.ts";
import { incompleteDate } from "#ui/date-field/incomplete-date.ts";

/** An unsaved note. */
export interface NoteDraft {
  content: string;
  result: RecordId | null;
  nextContactDate: string;
  regularContact: RecordId | null;
  /** Day and time at the branch; empty for no reminder. */
  remindAt: string;
  /** Who is reminded; null for the writer. */
  remindWho: AccountId | null;
}

export const emptyNote: NoteDraft = {
  content: "",
  result: null,
  nextContactDate: "",
  regularContact: null,
  remindAt: "",
  remindWho: null,
};

type NoteForm = Omit<RequestInput<typeof leads.addNote>, "leadId" | "recordID">;

/** The note in the form that the call expects; null while it is empty or one of its dates is incomplete. */
export function noteOf(draft: NoteDraft, zone: string | undefined): NoteForm | null {
  const { content, result, nextContactDate, regularContact, remindAt, remindWho } = draft;
  if (content.trim() === "") return null;
  if (nextContactDate === incompleteDate) return null;
  const at = remindAt ? momentOf(remindAt, zone) : undefined;
  if (remindAt && !at) return null;
  const reminder = at ? { at: at.toISOString(), ...(remindWho && { accountID: remindWho }) } : null;
  return { content, result, nextContactDate, regularContact, reminder };
}

/** The rest of a note that was edited while it was being sent. */
export function leftOfNote(sent: NoteDraft, now: NoteDraft): NoteDraft {
  const content = writtenSince(sent.content, now.content);
  const others = Object.entries(now).filter(
    ([field, value]) => field !== "content" && value !== sent[field as keyof NoteDraft],
  );
  return content === "" && others.length === 0 ? emptyNote : { ...emptyNote, ...Object.fromEntries(others), content };
}
