import type { AccountId } from "@homeroom/contract/ids";
import { customLists } from "@homeroom/contract/media";
import { sql } from "kysely";
import { itemByCode } from "#modules/lists/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { contactsDue } from "../../events.ts";
import type { Morning } from "../queries/reminders.ts";

/** Contacts overdue by more than this are no longer listed in the morning. */
const overdueDays = 60;

interface DuePeople {
  accountId: AccountId;
  count: number;
  overdue: number;
}

/**
 * Notifies a branch's people of the contacts due on a day: once for each branch and day, in one process. Leads with a
 * reminder for their owner are left out, and so are closed cases. A person with nothing due is not notified.
 */
export function notifyMorningContacts(db: Database, { organizationId, branchId, day }: Morning): Promise<void> {
  const scope = organizationScope(organizationId);
  return inTransaction(db, scope, async (tx) => {
    const taken = await tx
      .insertInto("contact_morning")
      .values({ organization_id: organizationId, branch_id: branchId, day })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (taken.numInsertedOrUpdatedRows === 0n) return;
    const people = await peopleWithContacts(tx, scope, { branchId, day });
    if (people.length === 0) return;
    await emit(tx, contactsDue, { organizationId, aggregateId: branchId, payload: { day, people } });
  });
}

/** The owners of due leads of the branch, with all their due leads anywhere: they are notified once. */
async function peopleWithContacts(
  tx: Tx,
  scope: Scope,
  { branchId, day }: Pick<Morning, "branchId" | "day">,
): Promise<DuePeople[]> {
  const closed = await itemByCode(tx, scope, customLists.leadStatuses, "closed");
  const found = await sql<DuePeople>`
    select coalesce(lead.sales_id, lead.tutor_id) as "accountId",
      count(*) filter (where lead.next_contact_date = ${day}::date)::int as count,
      count(*) filter (where lead.next_contact_date < ${day}::date)::int as overdue
    from lead
    where lead.organization_id = ${scope.organizationId} and lead.deleted_at is null
      and lead.next_contact_date between ${day}::date - ${overdueDays}::int and ${day}::date
      and coalesce(lead.sales_id, lead.tutor_id) is not null and lead.status_id is distinct from ${closed}::uuid
      and not exists (select from lead_reminder reminder
        where reminder.organization_id = lead.organization_id and reminder.lead_id = lead.lead_id
          and reminder.done_at is null and reminder.sent_at is null
          and reminder.account_id = coalesce(lead.sales_id, lead.tutor_id))
    group by 1
    having count(*) filter (where lead.next_contact_date = ${day}::date) > 0 and bool_or(lead.branch_id = ${branchId})`.execute(
    tx,
  );
  return found.rows;
}
