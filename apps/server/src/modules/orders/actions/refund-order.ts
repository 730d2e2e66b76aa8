import { RecordId } from "@homeroom/contract/ids";
import { type CurrencyCode, fromMinor, toMinor } from "@homeroom/contract/money";
import type { PaidMethod } from "@homeroom/contract/order-words";
import { orders } from "@homeroom/contract/orders";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { takenId } from "#platform/db/taken-ids";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { requireNoOpenRefund } from "../platform-refunds/queries.ts";
import { keptPayment } from "../queries/order-parts.ts";
import { lockOrder, type Order } from "../queries/orders.ts";
import { requireWholeRefund } from "../rules/whole-refund.ts";
import { recordOrderChange } from "../writes/change-order.ts";
import { storeRefund } from "../writes/store-refund.ts";

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
 * Records that money was returned, from the paid amount or from a kept payment. Idempotent by `recordID` or `key`.
 * Throws NOT_FOUND, FIELD_INVALID for an amount that the currency does not allow, ORDER_STATE_CONFLICT for more than is
 * left, REFUND_IN_PROGRESS while a platform works on a refund of it, and STALE_DATA if the id has another amount.
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
    if (!(await isAlreadyStored(tx, scope, { recordID, order, amount: form.amount })))
      await refund(tx, scope, { actor, order, form, recordID });
    return { recordID };
  });
}

interface RefundRequest {
  actor: Actor;
  order: Order;
  form: RefundForm;
  recordID: RecordId;
}

async function refund(tx: Tx, scope: Scope, { actor, order, form, recordID }: RefundRequest): Promise<void> {
  const { accountId } = actor;
  await requireNoOpenRefund(tx, scope, order.order_id);
  const kept = form.paymentID ? await keptPayment(tx, scope, order.order_id, form.paymentID) : null;
  if (form.paymentID && !kept) throw new AppError("NOT_FOUND");
  const currency = kept?.currency ?? order.currency;
  const amountMinor = amountOf(form.amount, currency);
  if (kept && amountMinor > kept.leftMinor) throw new AppError("ORDER_STATE_CONFLICT");
  if (!kept) requireWholeRefund(order, amountMinor);
  const state = await storeRefund(tx, scope, {
    ...{ order, recordID, amountMinor, currency, accountId },
    ...{
      paymentId: form.paymentID ?? null,
      reason: form.reason,
      method: form.method ?? null,
      reference: form.reference,
    },
  });
  await recordOrderChange(tx, actor, "refunded", {
    order,
    before: { status: order.status },
    after: {
      status: state.status,
      amount: fromMinor(amountMinor, currency),
      currency,
      reason: form.reason,
      payMethod: form.method,
    },
  });
}

function amountOf(amount: number, currency: CurrencyCode): number {
  const minor = toMinor(amount, currency);
  if (minor === null || minor === 0)
    throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "amount", name: "FIELD_INVALID" }] });
  return minor;
}

async function isAlreadyStored(
  tx: Tx,
  scope: Scope,
  { recordID, order, amount }: { recordID: RecordId; order: Order; amount: number },
): Promise<boolean> {
  const found = await findRow(tx, scope, "refund", { refund_id: recordID });
  if (found && found.order_id !== order.order_id) throw takenId("recordID");
  // The first answer was lost, and the form was changed before it was resent.
  if (found && toMinor(amount, found.currency) !== found.amount_minor) throw new AppError("STALE_DATA");
  return found !== undefined;
}
