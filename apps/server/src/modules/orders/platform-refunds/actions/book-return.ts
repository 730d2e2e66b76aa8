import { RecordId } from "@homeroom/contract/ids";
import type { PaidMethod } from "@homeroom/contract/order-words";
import type { Schema } from "@homeroom/database/schema";
import type { Selectable } from "kysely";
import { v7 } from "uuid";
import type { ReturnedMoney } from "#modules/payment-platforms/public";
import type { Scope } from "#platform/db/scope";
import { type Database, inTransaction, type Tx } from "#platform/db/transaction";
import { eventsOf, paymentByReference, refundsOf } from "../../queries/order-parts.ts";
import { lockedOrder, type Order } from "../../queries/orders.ts";
import { isWholeRefund } from "../../rules/whole-refund.ts";
import { addEvent } from "../../writes/change-order.ts";
import { storeRefund } from "../../writes/store-refund.ts";
import { leftOf, platformRefundsOf } from "../queries.ts";
import { refundNumberOf } from "../rules.ts";
import { recordStep } from "./settle-refund.ts";

/**
 * `known`: already recorded. `undecided`: it may be a refund that is being requested right now. `unbooked`: the
 * order has less money; its history shows that.
 */
export type ReturnOutcome = "booked" | "known" | "undecided" | "unbooked";

interface Return {
  provider: PaidMethod;
  returned: ReturnedMoney;
}

/**
 * Records money that a platform has returned, once. It may have been requested here, in the platform's own console,
 * or by a bank. An earlier manual refund of the same amount without a number counts as the same.
 */
export function bookReturn(db: Database, scope: Scope, { provider, returned }: Return): Promise<ReturnOutcome> {
  return inTransaction(db, scope, async (tx): Promise<ReturnOutcome> => {
    const payment = await paymentByReference(tx, scope, { provider, reference: returned.reference });
    const order = payment && (await lockedOrder(tx, scope, payment.order_id));
    if (!payment || !order) return "unbooked";
    const asked = await platformRefundsOf(tx, scope, order.order_id);
    const own = asked.find(
      (one) => refundNumberOf(one.refund_id) === returned.refundNumber || one.external_id === returned.externalId,
    );
    if (own && own.state !== "refused") {
      const step = { state: "done", externalId: returned.externalId, problem: "" } as const;
      await recordStep(tx, scope, { refundId: own.refund_id, step });
      return "known";
    }
    if (asked.some(({ state, external_id: externalId }) => state === "asked" && externalId === "")) return "undecided";
    if (await isRecorded(tx, scope, { order, payment, returned, provider })) return "known";
    return book(tx, scope, { order, payment, returned, provider });
  });
}

interface Booking extends Return {
  order: Order;
  payment: Selectable<Schema["payment"]>;
}

/** Whether it is already recorded; a manual record is matched by only one refund of the platform. */
async function isRecorded(tx: Tx, scope: Scope, { order, returned, provider }: Booking): Promise<boolean> {
  const { externalId, amountMinor, currency } = returned;
  const refunds = await refundsOf(tx, scope, [order.order_id]);
  const confirmed = (await eventsOf(tx, scope, order.order_id)).flatMap(({ notice_key: key }) => key ?? []);
  if (refunds.some(({ reference }) => reference === externalId)) return true;
  if (confirmed.some((key) => key.startsWith(keyOf(returned)))) return true;
  const byHand = refunds.find(
    (one) =>
      one.reference === "" &&
      one.amount_minor === amountMinor &&
      one.currency === currency &&
      (one.method === null || one.method === provider) &&
      !confirmed.some((key) => key.endsWith(one.refund_id)),
  );
  if (!byHand) return false;
  await addEvent(tx, scope, order, {
    ...{ kind: "refundConfirmed", amountMinor, currency, note: externalId, accountId: null },
    noticeKey: `${keyOf(returned)}${byHand.refund_id}`,
  });
  return true;
}

const keyOf = ({ externalId }: ReturnedMoney) => `return ${externalId} `;

async function book(tx: Tx, scope: Scope, { order, payment, returned, provider }: Booking): Promise<ReturnOutcome> {
  const { externalId, amountMinor, currency, note } = returned;
  const { isKept, leftMinor } = await leftOf(tx, scope, order, payment.payment_id);
  if (currency !== payment.currency || amountMinor > leftMinor || !(isKept || isWholeRefund(order, amountMinor))) {
    await addEvent(tx, scope, order, {
      ...{ kind: "refundUnbooked", amountMinor, currency, note: externalId, accountId: null },
      noticeKey: keyOf(returned),
    });
    return "unbooked";
  }
  await storeRefund(tx, scope, {
    ...{ order, recordID: RecordId.parse(v7()), amountMinor, currency, reason: note, accountId: null },
    ...{ paymentId: isKept ? payment.payment_id : null, method: provider, reference: externalId },
  });
  return "booked";
}
