import { RecordId } from "@homeroom/contract/ids";
import { fromMinor, toMinor } from "@homeroom/contract/money";
import { type PlatformRefundRow, platformRefunds } from "@homeroom/contract/platform-refunds";
import { valuesOf } from "#modules/payment-platforms/public";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import { idOfKey } from "#platform/calls/id-of-key";
import { findRow } from "#platform/db/find-row";
import type { Scope } from "#platform/db/scope";
import { refusingTakenId, takenId } from "#platform/db/taken-ids";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { lockOrder, type Order } from "../../queries/orders.ts";
import { requireWholeRefund } from "../../rules/whole-refund.ts";
import { addEvent, recordOrderChange } from "../../writes/change-order.ts";
import {
  type PlatformRefund,
  platformRefund,
  presentPlatformRefunds,
  type RefundablePayment,
  refundablePayments,
  requireNoOpenRefund,
} from "../queries.ts";
import { type Refunding, settleRefund } from "./settle-refund.ts";

export interface PlatformRefundForm {
  orderID: string;
  recordID?: RecordId | undefined;
  paymentID: RecordId;
  amount: number;
  reason: string;
}

/**
 * Has the platform of a payment return money, and returns the outcome, or that the platform is working on it. Idempotent by
 * `recordID` or `key`. Throws NOT_FOUND, FIELD_INVALID for an amount that the currency does not allow, ORDER_STATE_CONFLICT for
 * more than can be returned, STALE_DATA if the id has another amount, REFUND_IN_PROGRESS, and FEATURE_NOT_SET_UP if
 * the platform is no longer set up.
 */
export async function askRefund(
  refunding: Refunding,
  { actor, form, key }: { actor: Actor; form: PlatformRefundForm; key?: string | undefined },
): Promise<PlatformRefundRow> {
  requireAccess(actor, platformRefunds.ask);
  const scope = scopeOf(actor, "crm:lead:all");
  const { db } = refunding.platform;
  const recordID = form.recordID ?? RecordId.parse(idOfKey(actor, "platform-refund", key));
  await refusingTakenId(takenId("recordID"), () =>
    inTransaction(db, scope, (tx) => begin(tx, scope, { refunding, actor, form, recordID })),
  );
  await settleRefund(refunding, scope, recordID);
  return inTransaction(db, scope, async (tx) => {
    const refund = await platformRefund(tx, scope, recordID);
    const [row] = refund ? await presentPlatformRefunds(tx, scope, [refund]) : [];
    if (!row) throw new AppError("NOT_FOUND");
    return row;
  });
}

interface NewPlatformRefund {
  refunding: Refunding;
  actor: Actor;
  form: PlatformRefundForm;
  recordID: RecordId;
}

async function begin(tx: Tx, scope: Scope, { refunding, actor, form, recordID }: NewPlatformRefund): Promise<void> {
  const order = await lockOrder(tx, scope, form.orderID);
  const before = await platformRefund(tx, scope, recordID);
  if (before && before.order_id !== order.order_id) throw takenId("recordID");
  if (before) return requireSame(before, form);
  if (await isRecorded(tx, scope, recordID)) throw takenId("recordID");
  await requireNoOpenRefund(tx, scope, order.order_id);
  const refundable = await refundableOf(tx, scope, { refunding, order, paymentID: form.paymentID });
  const { payment, provider } = refundable;
  const amountMinor = toMinor(form.amount, payment.currency);
  if (amountMinor === null || amountMinor === 0)
    throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "amount", name: "FIELD_INVALID" }] });
  if (amountMinor > refundable.mostMinor) throw new AppError("ORDER_STATE_CONFLICT");
  if (!refundable.isKept) requireWholeRefund(order, amountMinor);
  const { accountId } = actor;
  const { currency } = payment;
  await tx
    .insertInto("platform_refund")
    .values({
      organization_id: scope.organizationId,
      refund_id: recordID,
      order_id: order.order_id,
      payment_id: payment.payment_id,
      provider,
      payment_reference: payment.reference,
      amount_minor: amountMinor,
      currency,
      reason: form.reason,
      // The caller asks at once; a worker takes over if that process ends.
      next_attempt_at: new Date(Date.now() + 60_000),
      created_by: accountId,
    })
    .execute();
  await addEvent(tx, scope, order, { kind: "refundAsked", amountMinor, currency, note: form.reason, accountId });
  await recordOrderChange(tx, actor, "refunded", {
    order,
    before: { status: order.status },
    after: { amount: fromMinor(amountMinor, currency), currency, reason: form.reason, payMethod: provider },
  });
}

/** The first answer was lost, and the form was changed before it was resent. */
function requireSame(before: PlatformRefund, { paymentID, amount }: PlatformRefundForm): void {
  const isSame = before.payment_id === paymentID && before.amount_minor === toMinor(amount, before.currency);
  if (!isSame) throw new AppError("STALE_DATA");
}

/** Whether a manually recorded refund has this id, so that no other refund can be recorded with it. */
async function isRecorded(tx: Tx, scope: Scope, refundId: RecordId): Promise<boolean> {
  const found = await findRow(tx, scope, "refund", { refund_id: refundId });
  return found !== undefined;
}

async function refundableOf(
  tx: Tx,
  scope: Scope,
  { refunding, order, paymentID }: { refunding: Refunding; order: Order; paymentID: RecordId },
): Promise<RefundablePayment> {
  const found = (await refundablePayments(tx, scope, order)).find(({ payment }) => payment.payment_id === paymentID);
  if (!found) throw new AppError("NOT_FOUND");
  const { provider } = found;
  const { platform, gateways } = refunding;
  const canRefund = gateways.some((one) => one.provider === provider && one.refunds);
  const values = canRefund && (await valuesOf(tx, scope, { provider, secrets: platform.secrets }));
  if (!values) throw new AppError("FEATURE_NOT_SET_UP");
  return found;
}
