import type { RequestOf } from "@homeroom/contract/endpoint";
import type { LeadId, RecordId } from "@homeroom/contract/ids";
import type { leadCard } from "@homeroom/contract/lead-card";
import { sql } from "kysely";
import { type Actor, requirePermission } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type Lead, lockLead } from "../../record/queries/load-lead.ts";
import { recordLeadChange, saveLead } from "../../record/writes/save-lead.ts";
import type { Note } from "../queries/lead-entries.ts";
import { isNoteOpen } from "../rules/contact-rules.ts";
import { refuseStrangeItems } from "./add-note.ts";

/** Changes the text and result of the actor's own note within a day. Throws LEAD_NOTE_FIXED, NOT_FOUND. */
export function editNote(db: Database, actor: Actor, form: RequestOf<typeof leadCard.editNote>): Promise<null> {
  return withOpenNote(db, { actor, form, takenBack: false }, async (tx, scope, { lead, note }) => {
    const { content, result = note.result_id } = form;
    if (result !== note.result_id) await refuseStrangeItems(tx, scope, { result });
    if (note.content === content && note.result_id === result) return;
    await writeNote(tx, scope, note, { content, result_id: result, edited_at: sql<Date>`now()` });
    await recordInHistory(tx, scope, note, { content, state: { edited: true } });
    const before = { content: note.content, result: note.result_id };
    await notifyOfNote(tx, scope, { lead, actor, before, after: { content, result } });
  });
}

/** Withdraws the actor's own note within a day, with its reminder; its history entry stays without the text. */
export function withdrawNote(db: Database, actor: Actor, form: RequestOf<typeof leadCard.deleteNote>): Promise<null> {
  return withOpenNote(db, { actor, form, takenBack: false }, async (tx, scope, { lead, note }) => {
    await writeNote(tx, scope, note, { deleted_at: sql<Date>`now()` });
    await recordInHistory(tx, scope, note, { content: "", state: { takenBack: true } });
    await tx
      .updateTable("lead_reminder")
      .set({ done_at: sql<Date>`now()`, done_by: actor.accountId })
      .where("organization_id", "=", scope.organizationId)
      .where("note_id", "=", note.note_id)
      .where("done_at", "is", null)
      .execute();
    await notifyOfNote(tx, scope, { lead, actor, before: { content: note.content }, after: {} });
  });
}

/** Restores a withdrawn note, with its reminder if that is not due yet. */
export function restoreNote(db: Database, actor: Actor, form: RequestOf<typeof leadCard.restoreNote>): Promise<null> {
  return withOpenNote(db, { actor, form, takenBack: true }, async (tx, scope, { lead, note }) => {
    // The reminders that were withdrawn with it have the same time.
    await sql`
      update lead_reminder reminder set done_at = null, done_by = null from lead_note note
      where note.organization_id = ${scope.organizationId} and note.note_id = ${note.note_id}
        and reminder.organization_id = note.organization_id and reminder.note_id = note.note_id
        and reminder.done_at = note.deleted_at and reminder.remind_at > now()`.execute(tx);
    await writeNote(tx, scope, note, { deleted_at: null });
    await recordInHistory(tx, scope, note, { content: note.content, state: {} });
    await notifyOfNote(tx, scope, { lead, actor, before: {}, after: { content: note.content } });
  });
}

interface NoteChange {
  actor: Actor;
  form: { leadId: LeadId; recordID: RecordId };
  /** The state of the notes to change; a note in the other state is left as it is. */
  takenBack: boolean;
}

/** Runs a change of a note with the lead and the note locked, if the actor may change it. */
function withOpenNote(
  db: Database,
  { actor, form, takenBack }: NoteChange,
  change: (tx: Tx, scope: Scope, found: { lead: Lead; note: Note }) => Promise<void>,
): Promise<null> {
  requirePermission(actor, "crm:lead:log");
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const lead = await lockLead(tx, scope, form.leadId);
    const note = await lockRow(tx, scope, "lead_note", { lead_id: form.leadId, note_id: form.recordID });
    if (!note) throw new AppError("NOT_FOUND");
    if (note.created_by !== actor.accountId || !isNoteOpen(note.created_at, new Date()))
      throw new AppError("LEAD_NOTE_FIXED");
    if ((note.deleted_at !== null) === takenBack) await change(tx, scope, { lead, note });
    return null;
  });
}

async function writeNote(tx: Tx, scope: Scope, note: Note, columns: object): Promise<void> {
  await tx
    .updateTable("lead_note")
    .set(columns)
    .where("organization_id", "=", scope.organizationId)
    .where("note_id", "=", note.note_id)
    .execute();
}

/** The note's history entry keeps its position, author and time; its text follows the note. */
async function recordInHistory(
  tx: Tx,
  scope: Scope,
  note: Note,
  { content, state }: { content: string; state: Record<string, boolean> },
): Promise<void> {
  const details = JSON.stringify({ noteId: note.note_id, ...state });
  await sql`
    update lead_log set content = ${content}, details = ${details}::jsonb
    where organization_id = ${scope.organizationId} and lead_id = ${note.lead_id}
      and details ->> 'noteId' = ${note.note_id}`.execute(tx);
}

/** Writes the lead's next version, so that open cards show the current note, and the audit log. */
async function notifyOfNote(
  tx: Tx,
  scope: Scope,
  { lead, actor, before, after }: { lead: Lead; actor: Actor; before: object; after: object },
): Promise<void> {
  await saveLead(tx, scope, { lead, columns: {}, entries: [], actor });
  await recordLeadChange(tx, scope, actor, { action: "noted", lead, before: { ...before }, after: { ...after } });
}
