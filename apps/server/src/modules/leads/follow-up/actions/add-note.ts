import type { RequestOf } from "@homeroom/contract/endpoint";
import { RecordId } from "@homeroom/contract/ids";
import { leads } from "@homeroom/contract/leads";
import { customLists } from "@homeroom/contract/media";
import { v7 } from "uuid";
import { lockItems } from "#modules/lists/public";
import { timeZoneOf } from "#modules/organizations/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { dayOf, today } from "#platform/clock/days";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { type Lead, lockLead } from "../../record/queries/load-lead.ts";
import { recordLeadChange, saveLead } from "../../record/writes/save-lead.ts";
import { nextContactAfter } from "../rules/contact-rules.ts";
import { finishDueReminders } from "./finish-reminder.ts";
import { putReminder } from "./save-reminder.ts";

type Form = RequestOf<typeof leads.addNote>;

/**
 * Adds a note of a contact: its result and next contact become the lead's, and due reminders are done. Idempotent by
 * the proposed id.
 */
export function addNote(db: Database, actor: Actor, form: Form): Promise<{ recordID: RecordId }> {
  requireAccess(actor, leads.addNote);
  const scope = scopeOf(actor, "crm:lead:all");
  const recordID = form.recordID ?? RecordId.parse(v7());
  return refusingTakenId(new AppError("NOT_FOUND"), () =>
    inTransaction(db, scope, async (tx) => {
      const lead = await lockLead(tx, scope, form.leadId);
      await refuseStrangeItems(tx, scope, form);
      const zone = await timeZoneOf(tx, scope, lead.branch_id);
      const nextDay = form.nextContactDate || (form.reminder ? dayOf(new Date(form.reminder.at), zone) : "");
      const regularContact = nextDay ? form.regularContact : null;
      if (!(await insert(tx, scope, { recordID, lead, form, nextDay, regularContact, actor }))) return { recordID };
      await finishDueReminders(tx, scope, { leadId: lead.lead_id, accountId: actor.accountId });
      const { reminder } = form;
      if (reminder) await putReminder(tx, scope, { lead, form: reminder, noteId: recordID, prefix: "reminder." });
      const now = new Date();
      const columns = {
        last_contact_at: now,
        contacted_at: lead.contacted_at ?? now,
        ...(form.result && { result_id: form.result }),
        ...nextContactAfter(lead, { nextDay, regularContact, today: today(zone) }),
      };
      const entry = { action: "note" as const, content: form.content, details: { noteId: recordID } };
      await saveLead(tx, scope, { lead, columns, entries: [entry], actor });
      const { content, result } = form;
      const said = { content, ...(result && { result }), ...(nextDay && { nextContactDate: nextDay }) };
      await recordLeadChange(tx, scope, actor, { action: "noted", lead, after: said });
      return { recordID };
    }),
  );
}

/** The faults of results and kinds of contact from another list or organisation. */
export async function refuseStrangeItems(
  tx: Tx,
  scope: Scope,
  chosen: { result: RecordId | null; regularContact?: RecordId | null },
): Promise<void> {
  const wanted = [
    { field: "result", id: chosen.result, list: customLists.contactResults },
    { field: "regularContact", id: chosen.regularContact ?? null, list: customLists.regularContactTypes },
  ];
  const items = await lockItems(
    tx,
    scope,
    wanted.flatMap(({ id }) => (id ? [id] : [])),
  );
  const strange = wanted.filter(({ id, list }) => id !== null && items.get(id)?.projectID !== list);
  refuseFaults(strange.map(({ field }) => ({ field, name: "FIELD_INVALID" as const })));
}

interface NewNote {
  recordID: RecordId;
  lead: Lead;
  form: Form;
  nextDay: string;
  regularContact: RecordId | null;
  actor: Actor;
}

/** Whether the note is new; an id of another lead's note is refused. */
async function insert(tx: Tx, scope: Scope, note: NewNote): Promise<boolean> {
  const { recordID, lead, form, nextDay, regularContact, actor } = note;
  const added = await tx
    .insertInto("lead_note")
    .values({
      organization_id: scope.organizationId,
      note_id: recordID,
      lead_id: lead.lead_id,
      content: form.content,
      result_id: form.result,
      next_contact_date: nextDay || null,
      regular_contact_id: regularContact,
      created_by: actor.accountId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 1n) return true;
  const made = await findRow(tx, scope, "lead_note", { note_id: recordID });
  const isRepeat = made?.lead_id === lead.lead_id && made.created_by === actor.accountId;
  if (!isRepeat) refuseFaults([{ field: "recordID", name: "FIELD_INVALID" }]);
  return false;
}
