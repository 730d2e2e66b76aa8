import type { AccountId, LeadId, OrganizationId, RecordId } from "@homeroom/contract/ids";
import { sql } from "kysely";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { instalmentDue } from "../events.ts";

const atOnce = 100;

/** The organisations with instalments that may be due in any time zone. */
export async function organizationsWithDueParts(db: Database): Promise<OrganizationId[]> {
  const found = await inSystemTransaction(db, (tx) =>
    tx
      .selectFrom("sale_order")
      .select("organization_id")
      .distinct()
      .where(sql<boolean>`next_due_on <= current_date + 2`)
      .execute(),
  );
  return found.map((row) => row.organization_id);
}

interface DuePart {
  order_id: RecordId;
  order_number: string;
  lead_id: LeadId | null;
  position: number;
  due_on: string;
  is_late: boolean;
  told: AccountId | null;
}

/**
 * Announces instalments that are due tomorrow or earlier, and again those that are overdue: each once, to the owner of
 * the lead, otherwise to the order's author. Several processes take different ones. Returns how many.
 */
export function remindOfInstalments(db: Database, scope: Scope): Promise<number> {
  return inTransaction(db, scope, async (tx) => {
    const { rows } = await sql<DuePart>`
      select sold.order_id, sold.order_number, sold.lead_id, part.position, part.due_on::text,
        part.due_on < day.today as is_late, coalesce(lead.sales_id, lead.tutor_id, sold.created_by) as told
      from sale_order sold
      cross join lateral (
        select branch_day(sold.organization_id, sold.branch_id, now()) as today) as day
      join order_instalment part on part.organization_id = sold.organization_id and part.order_id = sold.order_id
        and part.due_on = sold.next_due_on
      left join order_lead lead on lead.organization_id = sold.organization_id and lead.lead_id = sold.lead_id
      where sold.organization_id = ${scope.organizationId} and sold.next_due_on <= day.today + 1
        and (part.reminded_at is null or (part.due_on < day.today and part.overdue_told_at is null))
      order by sold.next_due_on, sold.order_id limit ${atOnce} for no key update of part skip locked`.execute(tx);
    for (const part of rows) {
      const { order_id: orderId, position, is_late: isLate, told: accountId } = part;
      await tx
        .updateTable("order_instalment")
        .set({ reminded_at: new Date(), ...(isLate && { overdue_told_at: new Date() }) })
        .where("organization_id", "=", scope.organizationId)
        .where("order_id", "=", orderId)
        .where("position", "=", position)
        .execute();
      if (!accountId) continue;
      const payload = {
        ...{ orderId, orderID: part.order_number, leadId: part.lead_id, position },
        ...{ dueOn: part.due_on, isLate, accountId, at: new Date().toISOString() },
      };
      await emit(tx, instalmentDue, { organizationId: scope.organizationId, aggregateId: orderId, payload });
    }
    return rows.length;
  });
}
