import type { CurrencyCode } from "@homeroom/contract/money";
import type { KeptReason } from "@homeroom/contract/order-words";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { emitCustomerActed } from "../events.ts";
import { paymentByReference } from "../queries/order-parts.ts";
import { lockedOrder, type Order } from "../queries/orders.ts";
import { keptReasonOf, openUntil } from "../rules/order-state.ts";
import { type Booking, countPayment, storePayment } from "../writes/book-money.ts";
import { addEvent, saveState, stateOf } from "../writes/change-order.ts";

/** A payment platform's notice about an order, verified by its integration. */
export interface PaymentNotice {
  /** The sender: `paypal`, `shop`, `ecpay` ... Not `staff`, which stands for people. */
  readonly provider: string;
  /** The provider's own id of the payment, the same in every repetition. */
  readonly reference: string;
  /** The order's number. */
  readonly orderID: string;
  readonly amountMinor: number;
  readonly currency: CurrencyCode;
  /** Only `paid` is money; `pending`: the customer got a number to pay with. */
  readonly state: "paid" | "pending" | "failed";
  readonly receivedAt: Date;
  /** Until when the customer can pay with the number that they got. The order stays open until then. */
  readonly payableUntil?: Date | undefined;
}

/** The outcome of a notice. */
export type NoticeOutcome =
  | { readonly outcome: "counted" | "noted" | "repeated" | "contradicted" | "unknownOrder" }
  | { readonly outcome: "kept"; readonly reason: KeptReason };

/**
 * Books a notice once, however often it arrives: matching money counts towards the order, other money is kept with it
 * and shown to staff, and a notice without money is recorded in its history. Nothing verified is refused, so that the
 * provider stops repeating it; `unknownOrder` is for the caller's log.
 */
export function bookPayment(db: Database, scope: Scope, notice: PaymentNotice): Promise<NoticeOutcome> {
  return inTransaction(db, scope, async (tx): Promise<NoticeOutcome> => {
    const order = await lockedOrder(tx, scope, notice.orderID);
    if (!order) return { outcome: "unknownOrder" };
    if (notice.state !== "paid") return recordNotice(tx, scope, order, notice);
    const booked = await paymentByReference(tx, scope, notice);
    if (booked) return recordRepetition(tx, scope, { order, notice, booked });
    const booking: Booking = { ...notice, accountId: null };
    const reason = keptReasonOf(stateOf(order), notice, notice.receivedAt);
    await emitCustomerActed(tx, scope, { order, what: reason === null ? "paid" : "toCheck" });
    if (reason === null) {
      // Last, because of the lock on receipt numbers.
      await countPayment(tx, scope, { order, booking });
      return { outcome: "counted" };
    }
    await storePayment(tx, scope, { order, booking, keptReason: reason });
    const { amountMinor, currency, reference } = notice;
    await addEvent(tx, scope, order, {
      kind: "paymentKept",
      amountMinor,
      currency,
      note: reference,
      accountId: null,
    });
    return { outcome: "kept", reason };
  });
}

/** A notice without money: recorded once for each state of a payment. */
async function recordNotice(tx: Tx, scope: Scope, order: Order, notice: PaymentNotice): Promise<NoticeOutcome> {
  const { amountMinor, currency, reference } = notice;
  const added = await addEvent(tx, scope, order, {
    kind: notice.state === "failed" ? "paymentFailed" : "paymentPending",
    amountMinor,
    currency,
    note: reference,
    accountId: null,
    noticeKey: keyOf(notice),
  });
  const state = notice.payableUntil && openUntil(stateOf(order), notice.payableUntil);
  if (added && state) await saveState(tx, order, state);
  return { outcome: added ? "noted" : "repeated" };
}

interface BookedPayment {
  order_id: string;
  amount_minor: number;
  currency: string;
}

/** The same payment again. If it differs from before, the order's history shows that to staff. */
async function recordRepetition(
  tx: Tx,
  scope: Scope,
  { order, notice, booked }: { order: Order; notice: PaymentNotice; booked: BookedPayment },
): Promise<NoticeOutcome> {
  const { amountMinor, currency, reference } = notice;
  const isSame =
    booked.order_id === order.order_id && booked.amount_minor === amountMinor && booked.currency === currency;
  if (isSame) return { outcome: "repeated" };
  await addEvent(tx, scope, order, {
    kind: "contradicted",
    amountMinor,
    currency,
    note: reference,
    accountId: null,
    noticeKey: `${keyOf(notice)} ${amountMinor} ${currency}`,
  });
  return { outcome: "contradicted" };
}

function keyOf({ provider, reference, state }: PaymentNotice): string {
  return `${provider} ${reference} ${state}`;
}
