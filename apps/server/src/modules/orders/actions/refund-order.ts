import { RecordId } from "@homeroom/contract/ids";
import { type CurrencyCode, fromMinor, toMinor } from "@homeroom/contract/money";
import type { PaidMethod } from "@homeroom/contract/order-words";
import { orders } from "@homeroom/contract/orders";
import { recordChange } from "#modules/audit/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import type { Scope } from "#platform/db/scope";
import { takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { keptPayment } from "../queries/order-parts.ts";
import { lockOrder, type Order } from "../queries/orders.ts";
import { afterRefund, creditedBy, type OrderState } from "../rules/order-state.ts";
import { addEvent, saveState, stateOf } from "../writes/change-order.ts";
import { receiptDue } from "../writes/instalments.ts";
import { hasReceipt, issueReceipt } from "../writes/issue-receipt.ts";

interface RefundForm {
  orderID: string;
  recordID?: RecordId | undefined;
  paymentID?: RecordId | undefined;
  amount: number;
  reason: string;
  method?: PaidMethod | undefined;
  reference: string;
}

/**
 * Records that money was returned: of what was paid, or of a payment that was kept. Idempotent by `recordID` or `key`.
 * Throws NOT_FOUND, FIELD_INVALID for an amount that the currency does not have, and ORDER_STATE_CONFLICT for more than is
 * here.
 */
export function refundOrder(
  db: Database,
  actor: Actor,
  form: RefundForm,
  key?: string,
): Promise<{ recordID: RecordId }> {
  requireAccess(actor, orders.refund);
  const scope = scopeOf(actor, "crm:lead:all");
  const recordID = form.recordID ?? RecordId.parse(idOfKey(actor, "refund", key));
  return inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, form.orderID);
    if (!(await isMadeAlready(tx, scope, { recordID, order })))
      await refund(tx, scope, { actor, order, form, recordID });
    return { recordID };
  });
}

interface Given {
  actor: Actor;
  order: Order;
  form: RefundForm;
  recordID: RecordId;
}

async function refund(tx: Tx, scope: Scope, { actor, order, form, recordID }: Given): Promise<void> {
  const { accountId } = actor;
  const kept = form.paymentID ? await keptPayment(tx, scope, order.order_id, form.paymentID) : null;
  if (form.paymentID && !kept) throw new AppError("NOT_FOUND");
  const currency = kept?.currency ?? order.currency;
  const amountMinor = amountOf(form.amount, currency);
  if (kept && amountMinor > kept.leftMinor) throw new AppError("ORDER_STATE_CONFLICT");
  const state = kept ? stateOf(order) : afterRefund(stateOf(order), amountMinor);
  const added = await tx
    .insertInto("refund")
    .values({
      organization_id: scope.organizationId,
      refund_id: recordID,
      order_id: order.order_id,
      payment_id: form.paymentID ?? null,
      amount_minor: amountMinor,
      currency,
      reason: form.reason,
      method: form.method ?? null,
      reference: form.reference,
      created_by: accountId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("refund_id")
    .executeTakeFirst();
  // Taken by a refund of another order, or out of sight.
  if (!added) throw takenId("recordID");
  await saveState(tx, order, state, { updated_by: accountId });
  const kind = kept ? "keptRefunded" : "refunded";
  await addEvent(tx, scope, order, { kind, amountMinor, currency, note: form.reason, accountId });
  await recordChange(tx, actor, {
    module: "order",
    action: "refunded",
    subject: { type: "order", id: order.order_id, name: order.order_number },
    before: { status: order.status },
    after: {
      status: state.status,
      amount: fromMinor(amountMinor, currency),
      currency,
      reason: form.reason,
      payMethod: form.method,
    },
  });
  const credited = kept ? 0 : await creditedMinor(tx, scope, { order, state, amountMinor });
  if (credited === 0 || !(await hasReceipt(tx, scope, order.order_id))) return;
  const method = form.method ?? order.paid_method ?? order.pay_method;
  await issueReceipt(tx, scope, order, {
    ...{ kind: "creditNote", amountMinor: credited, refundId: recordID, reason: form.reason },
    refundedBy: { method, reference: form.reference },
  });
}

/** What a credit note takes off the receipts: of parts that were receipted, what the money here does not reach any more. */
async function creditedMinor(
  tx: Tx,
  scope: Scope,
  { order, state, amountMinor }: { order: Order; state: OrderState; amountMinor: number },
): Promise<number> {
  if (order.instalment_count === 0) return creditedBy(stateOf(order), amountMinor);
  return Math.min(amountMinor, Math.max(-(await receiptDue(tx, scope, order, state)), 0));
}

function amountOf(amount: number, currency: CurrencyCode): number {
  const minor = toMinor(amount, currency);
  if (minor === null || minor === 0)
    throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "amount", name: "FIELD_INVALID" }] });
  return minor;
}

async function isMadeAlready(
  tx: Tx,
  scope: Scope,
  { recordID, order }: { recordID: RecordId; order: Order },
): Promise<boolean> {
  const found = await tx
    .selectFrom("refund")
    .select("order_id")
    .where("organization_id", "=", scope.organizationId)
    .where("refund_id", "=", recordID)
    .executeTakeFirst();
  if (found && found.order_id !== order.order_id) throw takenId("recordID");
  return found !== undefined;
}
