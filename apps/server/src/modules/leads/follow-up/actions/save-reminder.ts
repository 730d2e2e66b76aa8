import type { RequestOf } from "@homeroom/contract/endpoint";
import { type AccountId, RecordId } from "@homeroom/contract/ids";
import { leadCard, maxReminders } from "@homeroom/contract/lead-card";
import type { ReminderForm } from "@homeroom/contract/leads";
import { sql } from "kysely";
import { v7 } from "uuid";
import type { z } from "zod";
import { worksAt } from "#modules/accounts/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { lockRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { type Lead, lockLead } from "../../record/queries/load-lead.ts";
import { recordLeadChange } from "../../record/writes/save-lead.ts";

type Form = z.output<typeof ReminderForm>;

/** Creates or moves a reminder about a lead; a moved reminder is sent again at its new time. */
export function saveReminder(
  db: Database,
  actor: Actor,
  { leadId, ...form }: RequestOf<typeof leadCard.saveReminder>,
): Promise<{ recordID: RecordId }> {
  requireAccess(actor, leadCard.saveReminder);
  const scope = scopeOf(actor, "crm:lead:all");
  return refusingTakenId(new AppError("NOT_FOUND"), () =>
    inTransaction(db, scope, async (tx) => {
      const lead = await lockLead(tx, scope, leadId);
      const recordID = await putReminder(tx, scope, { lead, form, noteId: null, prefix: "" });
      await recordLeadChange(tx, scope, actor, { action: "noted", lead, after: { reminder: form.at } });
      return { recordID };
    }),
  );
}

interface ReminderToSave {
  lead: Lead;
  form: Form;
  noteId: RecordId | null;
  /** The form's path in the request, for the names of wrong fields. */
  prefix: string;
}

/** Writes a reminder of a locked lead. Throws FIELD_INVALID for a past time, an unsuitable person, and too many reminders. */
export async function putReminder(
  tx: Tx,
  scope: Scope,
  { lead, form, noteId, prefix }: ReminderToSave,
): Promise<RecordId> {
  const recordID = form.recordID ?? RecordId.parse(v7());
  const held = await lockRow(tx, scope, "lead_reminder", { reminder_id: recordID });
  // A reminder of another lead looks absent.
  if (held && held.lead_id !== lead.lead_id) throw new AppError("NOT_FOUND");
  const accountId = form.accountID ?? held?.account_id ?? scope.accountId;
  if (!accountId) throw new Error("A reminder is for a person");
  const wrong = (field: string) => refuseFaults([{ field: `${prefix}${field}`, name: "FIELD_INVALID" }]);
  if (new Date(form.at).getTime() <= Date.now()) wrong("at");
  if (!(await mayBeReminded(tx, scope, { accountId, lead }))) wrong("accountID");
  const about = { organization_id: scope.organizationId, lead_id: lead.lead_id };
  const columns = { account_id: accountId, remind_at: new Date(form.at) };
  if (held) {
    const same = held.account_id === accountId && held.remind_at.getTime() === columns.remind_at.getTime();
    if (!same) await move(tx, scope, recordID, columns);
    return recordID;
  }
  if ((await waiting(tx, scope, lead)) >= maxReminders) wrong("at");
  if (!scope.accountId) throw new Error("A reminder is written by a person");
  const made = { ...about, ...columns, reminder_id: recordID, note_id: noteId, created_by: scope.accountId };
  await tx.insertInto("lead_reminder").values(made).execute();
  return recordID;
}

/** The author, or a person of the lead's branch who follows leads. */
async function mayBeReminded(
  tx: Tx,
  scope: Scope,
  { accountId, lead }: { accountId: AccountId; lead: Lead },
): Promise<boolean> {
  if (accountId === scope.accountId || accountId === lead.sales_id || accountId === lead.tutor_id) return true;
  const person = { accountId, branchId: lead.branch_id };
  return (
    (await worksAt(tx, scope, { ...person, role: "sales" })) || (await worksAt(tx, scope, { ...person, role: "tutor" }))
  );
}

async function move(
  tx: Tx,
  scope: Scope,
  recordID: RecordId,
  columns: { account_id: AccountId; remind_at: Date },
): Promise<void> {
  await tx
    .updateTable("lead_reminder")
    .set({ ...columns, version: sql`version + 1`, sent_at: null, done_at: null, done_by: null })
    .where("organization_id", "=", scope.organizationId)
    .where("reminder_id", "=", recordID)
    .execute();
}

async function waiting(tx: Tx, scope: Scope, lead: Lead): Promise<number> {
  const found = await sql<{ count: number }>`
    select count(*)::int as count from lead_reminder
    where organization_id = ${scope.organizationId} and lead_id = ${lead.lead_id} and done_at is null`.execute(tx);
  return found.rows[0]?.count ?? 0;
}
