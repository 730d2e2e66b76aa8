import type { AccountId, RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { PaidMethod } from "@homeroom/contract/order-words";
import type { Scope } from "#platform/db/scope";
import { takenId } from "#platform/db/taken-ids";
import type { Tx } from "#platform/db/transaction";
import type { Order } from "../queries/orders.ts";
import { afterRefund, type OrderState } from "../rules/order-state.ts";
import { addEvent, saveState, stateOf } from "./change-order.ts";
import { receiptDue } from "./instalments.ts";
import { issueReceipt } from "./issue-receipt.ts";

/** Money that went back. */
export interface ReturnedMoney {
  order: Order;
  recordID: RecordId;
  /** A payment that was kept; null: what was paid. */
  paymentId: RecordId | null;
  amountMinor: number;
  currency: CurrencyCode;
  reason: string;
  /** Null: the way it came. */
  method: PaidMethod | null;
  reference: string;
  accountId: AccountId | null;
}

/**
 * Writes down that money of a held order went back, with the credit note that belongs to it; answers the order's state.
 * Throws ORDER_STATE_CONFLICT for more than is here.
 */
export async function storeRefund(tx: Tx, scope: Scope, money: ReturnedMoney): Promise<OrderState> {
  const { order, recordID, paymentId, amountMinor, currency, reason, accountId } = money;
  const state = paymentId ? stateOf(order) : afterRefund(stateOf(order), amountMinor);
  const added = await tx
    .insertInto("refund")
    .values({
      organization_id: scope.organizationId,
      refund_id: recordID,
      order_id: order.order_id,
      payment_id: paymentId,
      amount_minor: amountMinor,
      currency,
      reason,
      method: money.method,
      reference: money.reference,
      created_by: accountId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("refund_id")
    .executeTakeFirst();
  // Taken by a refund of another order, or out of sight.
  if (!added) throw takenId("recordID");
  await saveState(tx, order, state, accountId ? { updated_by: accountId } : {});
  const kind = paymentId ? "keptRefunded" : "refunded";
  await addEvent(tx, scope, order, { kind, amountMinor, currency, note: reason, accountId });
  const credited = paymentId ? 0 : await creditedMinor(tx, scope, { order, state, amountMinor });
  if (credited === 0) return state;
  const method = money.method ?? order.paid_method ?? order.pay_method;
  await issueReceipt(tx, scope, order, {
    ...{ kind: "creditNote", amountMinor: credited, refundId: recordID, reason },
    refundedBy: { method, reference: money.reference },
  });
  return state;
}

/** What a credit note takes off the receipts: what they say that the money here does not reach any more. */
async function creditedMinor(
  tx: Tx,
  scope: Scope,
  { order, state, amountMinor }: { order: Order; state: OrderState; amountMinor: number },
): Promise<number> {
  return Math.min(amountMinor, Math.max(-(await receiptDue(tx, scope, order, state)), 0));
}
