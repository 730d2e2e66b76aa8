import type { RequestOf } from "@homeroom/contract/endpoint";
import type { AccountId, LeadId } from "@homeroom/contract/ids";
import { leadCard } from "@homeroom/contract/lead-card";
import { sql } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { lockLead } from "../../record/queries/load-lead.ts";
import { recordLeadChange } from "../../record/writes/save-lead.ts";

/** Marks a reminder as done. Idempotent: the first person stays recorded. */
export function finishReminder(
  db: Database,
  actor: Actor,
  { leadId, recordID }: RequestOf<typeof leadCard.finishReminder>,
): Promise<null> {
  requireAccess(actor, leadCard.finishReminder);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const lead = await lockLead(tx, scope, leadId);
    const found = await findRow(tx, scope, "lead_reminder", { lead_id: leadId, reminder_id: recordID });
    if (!found) throw new AppError("NOT_FOUND");
    if (found.done_at) return null;
    await tx
      .updateTable("lead_reminder")
      .set({ done_at: sql<Date>`now()`, done_by: actor.accountId })
      .where("organization_id", "=", scope.organizationId)
      .where("reminder_id", "=", recordID)
      .execute();
    const before = { reminder: found.remind_at.toISOString() };
    await recordLeadChange(tx, scope, actor, { action: "noted", lead, before, after: {} });
    return null;
  });
}

/** Marks a person's due reminders as done: they have been in contact. */
export async function finishDueReminders(
  tx: Tx,
  scope: Scope,
  { leadId, accountId }: { leadId: LeadId; accountId: AccountId },
): Promise<void> {
  await tx
    .updateTable("lead_reminder")
    .set({ done_at: sql<Date>`now()`, done_by: accountId })
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .where("account_id", "=", accountId)
    .where("remind_at", "<=", sql<Date>`now()`)
    .where("done_at", "is", null)
    .execute();
}
