import { orders } from "@homeroom/contract/orders";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { lockOrder } from "../queries/orders.ts";
import { cancelled } from "../rules/order-state.ts";
import { addEvent, saveState, stateOf } from "../writes/change-order.ts";

/**
 * Cancels an order that is not paid; cancelled already, it stays so. Throws NOT_FOUND, ORDER_EXPIRED, and
 * ORDER_STATE_CONFLICT while money of it is here.
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
    await recordChange(tx, actor, {
      module: "order",
      action: "cancelled",
      subject: { type: "order", id: order.order_id, name: order.order_number },
      before: { status: order.status },
      after: { status: state.status },
    });
    return null;
  });
}
