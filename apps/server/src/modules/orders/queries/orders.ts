import { type AccountId, type LeadId, RecordId } from "@homeroom/contract/ids";
import type { Schema } from "@homeroom/database/schema";
import { type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import { seesRow, visibleRows } from "#platform/db/row-filter";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";

/** An order's row. */
export type Order = Selectable<Schema["sale_order"]>;

/**
 * Orders of the transaction's organisation, for reading; used after `from`. People who see the lead see the order, at the
 * branch where it was made: it has a copy of the lead's name and owners, which the database maintains.
 */
export const organizationOrders = sql`organization_order as sale_order`;

/** The order with this number or id. */
export function orderNamed(name: string): RawBuilder<SqlBool> {
  const { data: orderId } = RecordId.safeParse(name);
  return orderId ? sql`sale_order.order_id = ${orderId}` : sql`sale_order.order_number = ${name}`;
}

/** An order that the scope sees, by its number or id. Throws NOT_FOUND. */
export async function loadOrder(tx: Tx, scope: Scope, name: string): Promise<Order> {
  const found = await sql<Order>`
    select sale_order.* from ${organizationOrders}
    where ${visibleRows(scope, "sale_order")} and ${orderNamed(name)}`.execute(tx);
  const [order] = found.rows;
  if (!order) throw new AppError("NOT_FOUND");
  return order;
}

/** An order that the scope sees, by its number or id, locked for a change. Throws NOT_FOUND: invisible looks like absent. */
export async function lockOrder(tx: Tx, scope: Scope, name: string): Promise<Order> {
  const order = await lockedOrder(tx, scope, name);
  if (!order) throw new AppError("NOT_FOUND");
  const holders = order.lead_id ? await holdersOf(tx, scope, order.lead_id) : null;
  const { salesId = null, tutorId = null } = holders ?? {};
  if (!seesRow(scope, { branchId: order.branch_id, salesId, tutorId })) throw new AppError("NOT_FOUND");
  return order;
}

/** An order of the organisation, locked for an automatic change. */
export function lockedOrder(tx: Tx, scope: Scope, name: string): Promise<Order | undefined> {
  return tx
    .selectFrom("sale_order")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where(orderNamed(name))
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The lead of an order; null once the lead is erased. */
export async function holdersOf(tx: Tx, scope: Scope, leadId: LeadId) {
  const row = await tx
    .selectFrom("order_lead")
    .select(["sales_id as salesId", "tutor_id as tutorId"])
    .where("organization_id", "=", scope.organizationId)
    .where("lead_id", "=", leadId)
    .executeTakeFirst();
  return row ?? null;
}

/** Which of these people an order, its history, or the closing of a day refers to. */
export async function peopleInOrders(tx: Tx, scope: Scope, ids: readonly AccountId[]): Promise<AccountId[]> {
  const { organizationId } = scope;
  const found = await sql<{ id: AccountId }>`
    select person.id from unnest(${sql.val([...ids])}::uuid[]) as person(id)
    where exists (select from sale_order where organization_id = ${organizationId} and created_by = person.id)
      or exists (select from order_event where organization_id = ${organizationId} and account_id = person.id)
      or exists (select from payment where organization_id = ${organizationId} and recorded_by = person.id)
      or exists (select from transfer_proof where organization_id = ${organizationId}
        and (created_by = person.id or decided_by = person.id))
      or exists (select from daily_closing where organization_id = ${organizationId} and closed_by = person.id)`.execute(
    tx,
  );
  return found.rows.map(({ id }) => id);
}
