import type { AccountId, BranchId, LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { peopleWhoSee } from "#modules/accounts/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { leadReminderDue } from "../../events.ts";

const atOnce = 100;

interface DueReminder {
  reminderId: RecordId;
  leadId: LeadId;
  version: number;
  accountId: AccountId;
  branchId: BranchId;
  salesId: AccountId | null;
  tutorId: AccountId | null;
  /** The lead is deleted. */
  gone: boolean;
}

/**
 * Publishes an organisation's due reminders: each version once, since the row is marked in
 * the same transaction, and several processes take different rows. If the person no longer sees the lead, it goes
 * to the sales, otherwise to the tutor. Returns how many there were; 0 when there are no more.
 */
export function sendReminders(db: Database, scope: Scope): Promise<number> {
  return inTransaction(db, scope, async (tx) => {
    const due = await claimDueReminders(tx, scope);
    for (const one of due) {
      const person = one.gone ? null : await personToRemind(tx, scope, one);
      if (!person) continue;
      const { reminderId, leadId, version } = one;
      const about = { organizationId: scope.organizationId, aggregateId: leadId };
      await emit(tx, leadReminderDue, { ...about, payload: { reminderId, leadId, version, accountId: person } });
    }
    return due.length;
  });
}

async function claimDueReminders(tx: Tx, scope: Scope): Promise<DueReminder[]> {
  const found = await sql<DueReminder>`
    with due as (
      select organization_id, reminder_id from lead_reminder
      where organization_id = ${scope.organizationId} and remind_at <= now() and sent_at is null and done_at is null
      order by remind_at limit ${atOnce} for update skip locked)
    update lead_reminder reminder set sent_at = now()
    from due, lead
    where reminder.organization_id = due.organization_id and reminder.reminder_id = due.reminder_id
      and lead.organization_id = reminder.organization_id and lead.lead_id = reminder.lead_id
    returning reminder.reminder_id as "reminderId", reminder.lead_id as "leadId", reminder.version,
      reminder.account_id as "accountId", lead.branch_id as "branchId", lead.sales_id as "salesId",
      lead.tutor_id as "tutorId", lead.deleted_at is not null as gone`.execute(tx);
  return found.rows;
}

/** The reminder names the lead, so only somebody who sees the lead now is reminded. */
async function personToRemind(
  tx: Tx,
  scope: Scope,
  { accountId, branchId, salesId, tutorId }: DueReminder,
): Promise<AccountId | undefined> {
  const ids = [accountId, salesId, tutorId].filter((id) => id !== null);
  const row = { branchId, salesId, tutorId, query: "crm:lead:query", all: "crm:lead:all" } as const;
  const seeing = new Set((await peopleWhoSee(tx, scope, row, { ids, limit: ids.length })).map((one) => one.accountId));
  return ids.find((id) => seeing.has(id));
}
