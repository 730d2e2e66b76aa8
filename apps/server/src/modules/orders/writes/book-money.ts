import { type AccountId, RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { KeptReason, PaidMethod, TakenMethod } from "@homeroom/contract/order-words";
import { v7 } from "uuid";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { emit } from "#platform/outbox/events";
import { receiptWanted } from "../events.ts";
import { newestWaiting } from "../proofs/queries/proofs.ts";
import type { Order } from "../queries/orders.ts";
import { afterPayment, checked, type OrderState } from "../rules/order-state.ts";
import { methodOfPayment } from "../rules/paid-by.ts";
import { addEvent, saveState, stateOf } from "./change-order.ts";
import { receiptDue } from "./instalments.ts";
import { hasReceipt, issueReceipt } from "./issue-receipt.ts";

/** Received money, in its stored form. */
export interface Booking {
  provider: string;
  /** How staff took the money; otherwise determined by the provider. */
  method?: TakenMethod | undefined;
  reference: string;
  amountMinor: number;
  currency: CurrencyCode;
  receivedAt: Date;
  /** The person who recorded it; null: a notice. */
  accountId: AccountId | null;
}

/** Records received money of a locked order. Its reference must be new. */
export async function storePayment(
  tx: Tx,
  scope: Scope,
  { order, booking, keptReason }: { order: Order; booking: Booking; keptReason: KeptReason | null },
): Promise<void> {
  await tx
    .insertInto("payment")
    .values({
      organization_id: scope.organizationId,
      payment_id: RecordId.parse(v7()),
      order_id: order.order_id,
      provider: booking.provider,
      method: methodOfBooking(order, booking),
      reference: booking.reference,
      amount_minor: booking.amountMinor,
      currency: booking.currency,
      kept_reason: keptReason,
      received_at: booking.receivedAt,
      recorded_by: booking.accountId,
    })
    .execute();
}

function methodOfBooking(order: Order, { provider, method }: Booking): PaidMethod {
  return methodOfPayment(order.pay_method, { provider, method: method ?? null });
}

interface BookingRequest {
  order: Order;
  booking: Booking;
  confirmNote?: string;
  /** Send the receipt to the customer's chat once the order is paid; always done after a notice. */
  sendsReceipt?: boolean;
}

/**
 * Counts money towards a locked order that accepts it: the order is paid and gets its receipt, or is partly paid. Staff who
 * book money have checked the shown transfer: the rest is open again unless another picture is waiting.
 */
export async function countPayment(
  tx: Tx,
  scope: Scope,
  { order, booking, confirmNote, sendsReceipt }: BookingRequest,
): Promise<void> {
  const { amountMinor, accountId } = booking;
  // A picture's reference is its id, which means nothing to people. The bank's reference is in the note of the confirmation.
  const reference = booking.provider === "transfer" ? "" : booking.reference;
  const method = methodOfBooking(order, booking);
  await storePayment(tx, scope, { order, booking, keptReason: null });
  const after = afterPayment(stateOf(order), amountMinor);
  const isChecked = accountId !== null && !(await newestWaiting(tx, scope, order.order_id));
  const state = isChecked ? checked(after, new Date()) : after;
  await settle(tx, scope, {
    order,
    state,
    counted: { amountMinor, accountId, reference, method },
    confirmNote,
    sendsReceipt,
  });
}

interface Settlement {
  order: Order;
  /** The order with the counted money. */
  state: OrderState;
  counted: Pick<Booking, "amountMinor" | "accountId" | "reference"> & { method: PaidMethod };
  confirmNote?: string | undefined;
  sendsReceipt?: boolean | undefined;
}

/** Saves a locked order after counting money; if that paid it, issues its receipt. Call it last, because of receipt numbers. */
export async function settle(tx: Tx, scope: Scope, settlement: Settlement): Promise<void> {
  const { order, state, counted, confirmNote } = settlement;
  const { amountMinor, accountId, reference, method } = counted;
  const confirmed = confirmNote === undefined ? {} : { confirm_note: confirmNote };
  await saveState(tx, order, state, { ...confirmed, paid_method: method, ...(accountId && { updated_by: accountId }) });
  const kind = state.status === "paid" ? "paid" : "partlyPaid";
  await addEvent(tx, scope, order, { kind, amountMinor, accountId, note: reference });
  const dueMinor = await receiptDue(tx, scope, order, state);
  if (dueMinor <= 0) return;
  if (order.lead_id && (settlement.sendsReceipt ?? accountId === null)) {
    const { organizationId } = scope;
    const payload = { orderID: order.order_number, accountId };
    await emit(tx, receiptWanted, { organizationId, aggregateId: order.order_id, payload });
  }
  await issueReceipt(tx, scope, order, {
    kind: "receipt",
    amountMinor: dueMinor,
    // In an order whose instalments were removed, those paid before already have receipts.
    isPart: order.instalment_count > 0 || (await hasReceipt(tx, scope, order.order_id)),
  });
}
