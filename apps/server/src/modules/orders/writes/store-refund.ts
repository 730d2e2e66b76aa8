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

/** Returned money. */
export interface ReturnedMoney {
  order: Order;
  recordID: RecordId;
  /** A kept payment; null: the paid amount. */
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
 * Records returned money of a locked order, with its credit note; returns the order's state.
 * Throws ORDER_STATE_CONFLICT for more than is left.
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
  // The id belongs to a refund of another order or one that is not visible.
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

/** The amount of a credit note: the part of the receipts that the remaining money no longer covers. */
async function creditedMinor(
  tx: Tx,
  scope: Scope,
  { order, state, amountMinor }: { order: Order; state: OrderState; amountMinor: number },
): Promise<number> {
  return Math.min(amountMinor, Math.max(-(await receiptDue(tx, scope, order, state)), 0));
}
