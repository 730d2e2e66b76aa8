import type { RecordId } from "@homeroom/contract/ids";
import type { LeadReminder } from "@homeroom/contract/lead-card";
import type { LeadNote } from "@homeroom/contract/leads";
import { peopleByIds } from "#modules/accounts/public";
import { itemsByIds } from "#modules/lists/public";
import { type Actor, can } from "#platform/auth/actor";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Note } from "./queries/lead-entries.ts";
import { type Reminder, remindersOfNotes } from "./queries/reminders.ts";
import { isNoteOpen } from "./rules/contact-rules.ts";

/** Notes with the names behind their ids, their reminders, and whether the reader may still change them. */
export async function presentNotes(
  tx: Tx,
  scope: Scope,
  { notes, actor }: { notes: readonly Note[]; actor: Actor },
): Promise<LeadNote[]> {
  const reminders = await remindersOfNotes(
    tx,
    scope,
    notes.map((note) => note.note_id),
  );
  const writers = notes.map((note) => note.created_by);
  const reminded = [...reminders.values()].map((reminder) => reminder.account_id);
  const people = await peopleByIds(tx, scope, [...writers, ...reminded]);
  const items = await itemsByIds(
    tx,
    scope,
    notes.flatMap((note) => [note.result_id, note.regular_contact_id]).filter((id) => id !== null),
  );
  const named = (id: RecordId | null) => {
    const item = id ? items.get(id) : undefined;
    return item ? { recordID: item.recordID, name: item.name } : null;
  };
  const reminderOf = (noteId: RecordId) => {
    const reminder = reminders.get(noteId);
    if (!reminder) return null;
    return {
      recordID: reminder.reminder_id,
      at: reminder.remind_at.toISOString(),
      person: people.get(reminder.account_id)?.nickname ?? "",
      doneTime: reminder.done_at?.toISOString() ?? null,
    };
  };
  return notes.map((note) => ({
    recordID: note.note_id,
    content: note.content,
    result: named(note.result_id),
    nextContactDate: note.next_contact_date,
    regularContact: named(note.regular_contact_id),
    reminder: reminderOf(note.note_id),
    creator: people.get(note.created_by)?.nickname ?? "",
    createTime: note.created_at.toISOString(),
    editTime: note.edited_at?.toISOString() ?? null,
    canEdit:
      can(actor, "crm:lead:log") && note.created_by === actor.accountId && isNoteOpen(note.created_at, new Date()),
  }));
}

/** Reminders with the names of their recipients. */
export async function presentReminders(
  tx: Tx,
  scope: Scope,
  reminders: readonly (Reminder & { content: string | null })[],
): Promise<LeadReminder[]> {
  const people = await peopleByIds(
    tx,
    scope,
    reminders.map((reminder) => reminder.account_id),
  );
  return reminders.map((reminder) => ({
    recordID: reminder.reminder_id,
    at: reminder.remind_at.toISOString(),
    accountID: reminder.account_id,
    person: people.get(reminder.account_id)?.nickname ?? "",
    content: reminder.content ?? "",
    isSent: reminder.sent_at !== null,
  }));
}
