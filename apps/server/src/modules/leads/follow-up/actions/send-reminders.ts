import type { AccountId, LeadId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import { addresseesOf } from "#modules/accounts/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { leadReminderDue } from "../../events.ts";

const atOnce = 100;

interface Due {
  reminderId: RecordId;
  leadId: LeadId;
  version: number;
  accountId: AccountId;
  salesId: AccountId | null;
  /** The lead is deleted. */
  gone: boolean;
}

/**
 * Says of an organisation's reminders whose time has come that they are due: each version once, since the row is marked in
 * the transaction that says so, and several processes take different rows. One of a person who has left goes to the lead's
 * sales. Answers how many there were; 0 when there are no more.
 */
export function sendReminders(db: Database, scope: Scope): Promise<number> {
  return inTransaction(db, scope, async (tx) => {
    const due = await takeDue(tx, scope);
    const active = await activePeople(tx, scope, due);
    for (const { reminderId, leadId, version, accountId, salesId, gone } of due) {
      const person = [accountId, salesId].find((id) => id !== null && active.has(id));
      if (gone || !person) continue;
      const about = { organizationId: scope.organizationId, aggregateId: leadId };
      await emit(tx, leadReminderDue, { ...about, payload: { reminderId, leadId, version, accountId: person } });
    }
    return due.length;
  });
}

async function takeDue(tx: Tx, scope: Scope): Promise<Due[]> {
  const found = await sql<Due>`
    with due as (
      select organization_id, reminder_id from lead_reminder
      where organization_id = ${scope.organizationId} and remind_at <= now() and sent_at is null and done_at is null
      order by remind_at limit ${atOnce} for update skip locked)
    update lead_reminder reminder set sent_at = now()
    from due, lead
    where reminder.organization_id = due.organization_id and reminder.reminder_id = due.reminder_id
      and lead.organization_id = reminder.organization_id and lead.lead_id = reminder.lead_id
    returning reminder.reminder_id as "reminderId", reminder.lead_id as "leadId", reminder.version,
      reminder.account_id as "accountId", lead.sales_id as "salesId", lead.deleted_at is not null as gone`.execute(tx);
  return found.rows;
}

async function activePeople(tx: Tx, scope: Scope, due: readonly Due[]): Promise<Set<AccountId>> {
  const named = due.flatMap(({ accountId, salesId }) => [accountId, ...(salesId ? [salesId] : [])]);
  if (named.length === 0) return new Set();
  return new Set((await addresseesOf(tx, scope, named)).map(({ accountId }) => accountId));
}
