import type { RecordId } from "@homeroom/contract/ids";
import { noteOpenHours } from "@homeroom/contract/lead-card";

/** Whether the writer of a note may still change it. */
export function isNoteOpen(writtenAt: Date, now: Date): boolean {
  return now.getTime() - writtenAt.getTime() < noteOpenHours * 3_600_000;
}

interface NextContact {
  next_contact_date: string | null;
  regular_contact_id: RecordId | null;
}

interface LoggedContact {
  /** The next contact according to the note: its date, otherwise the day of its reminder; empty if it has neither. */
  nextDay: string;
  regularContact: RecordId | null;
  /** Today at the lead's branch. */
  today: string;
}

/**
 * The next contact after a logged one: the date in the log. Without one, a due contact is cleared and a future one stays.
 */
export function nextContactAfter(
  lead: { next_contact_date: string | null },
  { nextDay, regularContact, today }: LoggedContact,
): Partial<NextContact> {
  if (nextDay) return { next_contact_date: nextDay, regular_contact_id: regularContact };
  const due = lead.next_contact_date !== null && lead.next_contact_date <= today;
  return due ? { next_contact_date: null, regular_contact_id: null } : {};
}
