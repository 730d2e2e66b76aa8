import type { RecordId } from "@homeroom/contract/ids";
import { fromMinor } from "@homeroom/contract/money";
import { orders } from "@homeroom/contract/orders";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { type Database, inTransaction } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireNoOpenRefund } from "../platform-refunds/queries.ts";
import { keptPayment } from "../queries/order-parts.ts";
import { lockOrder } from "../queries/orders.ts";
import { afterAcceptance } from "../rules/order-state.ts";
import { methodOfPayment } from "../rules/paid-by.ts";
import { settle } from "../writes/book-money.ts";
import { addEvent, recordOrderChange, stateOf } from "../writes/change-order.ts";

/**
 * Counts a kept payment towards its order, which is reopened if it was closed or cancelled. Idempotent.
 * Throws NOT_FOUND, and ORDER_STATE_CONFLICT if nothing is left of it or the order cannot take it.
 */
export function acceptPayment(
  db: Database,
  actor: Actor,
  { orderID, paymentID }: { orderID: string; paymentID: RecordId },
): Promise<null> {
  requireAccess(actor, orders.acceptPayment);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, orderID);
    const kept = await keptPayment(tx, scope, order.order_id, paymentID);
    if (!kept) throw new AppError("NOT_FOUND");
    if (kept.isAccepted) return null;
    await requireNoOpenRefund(tx, scope, order.order_id);
    const { accountId } = actor;
    const { currency, leftMinor: amountMinor } = kept;
    const state = afterAcceptance(stateOf(order), { amountMinor, currency }, new Date());
    await tx
      .insertInto("payment_acceptance")
      .values({
        organization_id: scope.organizationId,
        payment_id: paymentID,
        order_id: order.order_id,
        amount_minor: amountMinor,
        accepted_by: accountId,
      })
      .execute();
    await addEvent(tx, scope, order, { kind: "keptAccepted", amountMinor, accountId });
    await recordOrderChange(tx, actor, "accepted", {
      order,
      before: { status: order.status },
      after: { status: state.status, amount: fromMinor(amountMinor, currency), currency },
    });
    await settle(tx, scope, {
      order,
      state,
      counted: { amountMinor, accountId, reference: "", method: methodOfPayment(order.pay_method, kept) },
    });
    return null;
  });
}
