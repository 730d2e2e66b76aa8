import type { AccountId, LeadId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import { type Selectable, sql } from "kysely";
import { seesRow, visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** An order's row. */
export type Order = Selectable<Schema["sale_order"]>;

/** An order with what lists show and hide it by: whose lead it is. */
export type ListedOrder = Order & { lead_name: string; sales_id: AccountId | null; tutor_id: AccountId | null };

/**
 * Orders with the people and the name of their leads: an order is seen by who sees its lead, at the branch where it was
 * made. Goes behind `from`; its columns are those of `sale_order`.
 */
export const ordersWithLeads = sql`(
  select sold.*, lead.sales_id, lead.tutor_id, coalesce(nullif(lead.nickname, ''), sold.buyer_name) as lead_name
  from sale_order sold
  left join order_lead lead on lead.organization_id = sold.organization_id and lead.lead_id = sold.lead_id) as sale_order`;

/** An order that the scope sees, by its number. Throws NOT_FOUND. */
export async function loadOrder(tx: Tx, scope: Scope, orderNumber: string): Promise<ListedOrder> {
  const found = await sql<ListedOrder>`
    select sale_order.* from ${ordersWithLeads}
    where ${visibleRows(scope, "sale_order")} and order_number = ${orderNumber}`.execute(tx);
  const [order] = found.rows;
  if (!order) throw new AppError("NOT_FOUND");
  return order;
}

/** An order that the scope sees, locked for a change. Throws NOT_FOUND: what is out of sight looks like absent. */
export async function holdOrder(tx: Tx, scope: Scope, orderNumber: string): Promise<Order> {
  const order = await lockedOrder(tx, scope, orderNumber);
  if (!order) throw new AppError("NOT_FOUND");
  const holders = order.lead_id ? await holdersOf(tx, scope, order.lead_id) : null;
  const { salesId = null, tutorId = null } = holders ?? {};
  if (!seesRow(scope, { branchId: order.branch_id, salesId, tutorId })) throw new AppError("NOT_FOUND");
  return order;
}

/** An order of the organisation, locked for a change by the product itself. */
export function lockedOrder(tx: Tx, scope: Scope, orderNumber: string): Promise<Order | undefined> {
  return tx
    .selectFrom("sale_order")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where("order_number", "=", orderNumber)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Whose lead an order is of; null once the lead is erased. */
export async function holdersOf(tx: Tx, scope: Scope, leadId: LeadId) {
  const row = await tx
    .selectFrom("order_lead")
    .select(["sales_id as salesId", "tutor_id as tutorId"])
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .executeTakeFirst();
  return row ?? null;
}
