import { fromMinor, toMinor } from "@homeroom/contract/money";
import type { TakenMethod } from "@homeroom/contract/order-words";
import { orders } from "@homeroom/contract/orders";
import { type Actor, requireAccess } from "#platform/auth/actor";
import { scopeOf } from "#platform/auth/scopes";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { decideProofsOf } from "../proofs/writes.ts";
import { lockOrder, type Order } from "../queries/orders.ts";
import { nextPart } from "../rules/instalments.ts";
import { amountToConfirm, rejected } from "../rules/order-state.ts";
import { countPayment } from "../writes/book-money.ts";
import { addEvent, recordOrderChange, saveState, stateOf } from "../writes/change-order.ts";
import { planOf } from "../writes/instalments.ts";

interface Confirmation {
  orderID: string;
  confirmStatus: "confirmed" | "rejected";
  note: string;
  /** The instalment to pay, as the caller saw it. */
  instalment?: number | undefined;
  /** The amount to pay, as the caller saw it. */
  amount?: number | undefined;
  /** How the money came, if not in the chosen way. */
  payMethod?: TakenMethod | undefined;
}

/**
 * Confirms that the open amount of an order was paid, or rejects the transfer that the customer showed. Idempotent:
 * of two people at once the first books. Throws NOT_FOUND, ORDER_EXPIRED, ORDER_STATE_CONFLICT, STALE_DATA if
 * the amount to pay differs from what the caller saw, and FIELD_INVALID if no instalment is named for an order that has some.
 */
export function confirmOrder(
  db: Database,
  actor: Actor,
  { orderID, confirmStatus, ...said }: Confirmation,
): Promise<null> {
  requireAccess(actor, orders.confirm);
  const scope = scopeOf(actor, "crm:lead:all");
  return inTransaction(db, scope, async (tx) => {
    const order = await lockOrder(tx, scope, orderID);
    const act = confirmStatus === "confirmed" ? confirm : reject;
    await act(tx, scope, { actor, order, ...said });
    return null;
  });
}

interface OrderConfirmation extends Omit<Confirmation, "orderID" | "confirmStatus"> {
  actor: Actor;
  order: Order;
}

async function confirm(
  tx: Tx,
  scope: Scope,
  { actor, order, note, instalment, amount, payMethod: method }: OrderConfirmation,
): Promise<void> {
  const now = new Date();
  const openMinor = amountToConfirm(stateOf(order), now);
  if (openMinor === null) return;
  const { currency } = order;
  const next = nextPart(await planOf(tx, scope, order.order_id), order.paid_minor - order.refunded_minor);
  if (next && instalment === undefined)
    throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "instalment", name: "FIELD_INVALID" }] });
  // Somebody else has booked that instalment meanwhile.
  if (next && instalment !== undefined && instalment < next.part.position) return;
  const amountMinor = next?.missingMinor ?? openMinor;
  const isAsSeen = amount === undefined || toMinor(amount, currency) === amountMinor;
  if (!isAsSeen || next?.part.position !== instalment) throw new AppError("STALE_DATA");
  const { accountId } = actor;
  await addEvent(tx, scope, order, { kind: "confirmed", note, accountId });
  // The version makes the reference unique: after a refund the order may be paid and confirmed once more.
  const reference = `${order.order_number}-${order.version}`;
  const booking = { provider: "staff", method, reference, amountMinor, currency, receivedAt: now, accountId };
  await recordOrderChange(tx, actor, "confirmed", {
    order,
    before: { status: order.status, confirmStatus: order.confirm_status },
    after: {
      status: amountMinor === openMinor ? "paid" : order.status,
      confirmStatus: "confirmed",
      paid: fromMinor(amountMinor, currency),
      payMethod: method ?? order.pay_method,
      note,
    },
  });
  await decideProofsOf(tx, scope, { orderId: order.order_id, state: "confirmed", accountId, note });
  // Last, because of the lock on receipt numbers.
  await countPayment(tx, scope, { order, booking, confirmNote: note });
}

async function reject(tx: Tx, scope: Scope, { actor, order, note }: OrderConfirmation): Promise<void> {
  const state = rejected(stateOf(order), new Date());
  if (state === null) return;
  const { accountId } = actor;
  await saveState(tx, order, state, { confirm_note: note, updated_by: accountId });
  await addEvent(tx, scope, order, { kind: "rejected", note, accountId });
  await decideProofsOf(tx, scope, { orderId: order.order_id, state: "rejected", accountId, note });
  await recordOrderChange(tx, actor, "rejected", {
    order,
    before: { confirmStatus: order.confirm_status },
    after: { confirmStatus: "rejected", note },
  });
}
