import type { OrganizationId } from "@homeroom/contract/ids";
import { orders } from "@homeroom/contract/orders";
import { sql } from "kysely";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inSystemTransaction, inTransaction } from "#platform/db/transaction";
import { lockOrder, type Order } from "../queries/orders.ts";
import { cancelled, closed, isExpired } from "../rules/order-state.ts";
import { addEvent, recordOrderChange, saveState, stateOf } from "../writes/change-order.ts";

const atOnce = 100;

/** Overdue orders, unless staff must act: a transfer waits to be checked, or some money has arrived. */
const due = sql<boolean>`status = 'pending' and expires_at <= now() and paid_minor = refunded_minor
  and not (confirm_status = 'unconfirmed' and image_at is not null)`;

/** The organisations with overdue orders. */
export async function organizationsWithExpired(db: Database): Promise<OrganizationId[]> {
  const found = await inSystemTransaction(db, (tx) =>
    tx.selectFrom("sale_order").select("organization_id").distinct().where(due).execute(),
  );
  return found.map((row) => row.organization_id);
}

/**
 * Closes an organisation's overdue orders; several processes take different ones. Returns how many; 0 when there
 * are no more.
 */
export function closeExpired(db: Database, scope: Scope): Promise<number> {
  return inTransaction(db, scope, async (tx) => {
    const found = await sql<Order>`
      select * from sale_order where organization_id = ${scope.organizationId} and ${due}
      order by expires_at limit ${atOnce} for no key update skip locked`.execute(tx);
    const now = new Date();
    const expired = found.rows.filter((order) => isExpired(stateOf(order), now));
    for (const order of expired) {
      await saveState(tx, order, closed(stateOf(order)));
      await addEvent(tx, scope, order, { kind: "closed", accountId: null });
    }
    return expired.length;
  });
}

/**
 * Cancels an unpaid order. Idempotent. Throws NOT_FOUND, ORDER_EXPIRED, and
 * ORDER_STATE_CONFLICT while it has received money.
 */
export function cancelOrder(db: Database, actor: Actor, orderID: string): Promise<null> {
  requireAccess(actor, orders.cancel);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, orderID);
    const state = cancelled(stateOf(order), new Date());
    if (state === null) return null;
    const { accountId } = actor;
    await saveState(tx, order, state, { updated_by: accountId });
    await addEvent(tx, scope, order, { kind: "cancelled", accountId });
    await recordOrderChange(tx, actor, "cancelled", {
      order,
      before: { status: order.status },
      after: { status: state.status },
    });
    return null;
  });
}
