import type { RecordId } from "@homeroom/contract/ids";
import {
  PaymentFailure,
  type PaymentGateway,
  type PlatformValues,
  type RefundDesk,
  type RefundStanding,
  valuesOf,
} from "#modules/payment-platforms/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { lockedOrder, type Order } from "../../queries/orders.ts";
import { addEvent } from "../../writes/change-order.ts";
import { storeRefund } from "../../writes/store-refund.ts";
import {
  claimRefund,
  leftOf,
  nextDueRefund,
  organizationsWithDueRefunds,
  type PlatformRefund,
  platformRefund,
} from "../queries.ts";
import { nextAttempt, type RefundStep, refundNumberOf, stepAfterAnswer, stepAfterFailure } from "../rules.ts";

/** The dependencies of refunds through platforms. */
export interface Refunding {
  readonly platform: Pick<Platform, "db" | "secrets" | "log">;
  readonly gateways: readonly PaymentGateway[];
}

/**
 * Asks platforms about due refunds; several processes take different ones. A failure does not block the others:
 * its error is thrown at the end.
 */
export async function settleDueRefunds(refunding: Refunding, stop: AbortSignal): Promise<void> {
  const { db } = refunding.platform;
  const failures: unknown[] = [];
  for (const organizationId of await organizationsWithDueRefunds(db)) {
    const scope = organizationScope(organizationId);
    while (!stop.aborted) {
      const refund = await inTransaction(db, scope, async (tx) => {
        const due = await nextDueRefund(tx, scope);
        return due && claimRefund(tx, scope, due);
      });
      if (!refund) break;
      await settle(refunding, scope, refund).catch((error: unknown) => failures.push(error));
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Asks the platform for a refund or its state, and records the answer. Idempotent, also after a crash or a lost answer, since
 * the platform makes a refund only once per number. Does nothing while another process asks.
 */
export async function settleRefund(refunding: Refunding, scope: Scope, refundId: RecordId): Promise<void> {
  const refund = await inTransaction(refunding.platform.db, scope, (tx) => claimRefund(tx, scope, refundId));
  if (refund) await settle(refunding, scope, refund);
}

/** No transaction is open during the call of the platform. */
async function settle({ platform, gateways }: Refunding, scope: Scope, refund: PlatformRefund): Promise<void> {
  const { db, secrets, log } = platform;
  const { refund_id: refundId, provider } = refund;
  const values = await inTransaction(db, scope, (tx) => valuesOf(tx, scope, { provider, secrets }));
  const desk = gateways.find((one) => one.provider === provider)?.refunds;
  if (!desk || !values) return inTransaction(db, scope, (tx) => recordStep(tx, scope, { refundId, step: notSetUp }));
  const step = await askPlatform(desk, values, refund).then(stepAfterAnswer, (error: unknown) => {
    if (!(error instanceof PaymentFailure)) throw error;
    log.warn({ refund: refundId, reason: error.reason, code: error.code }, "A payment platform did not return money");
    return stepAfterFailure(error, { attempts: refund.attempts, finalRefusals: desk.finalRefusals });
  });
  await inTransaction(db, scope, (tx) => recordStep(tx, scope, { refundId, step }));
}

/** The platform was removed from the settings: the refund waits until it is set up again. */
const notSetUp: RefundStep = { state: "asked", externalId: null, problem: "notSetUp" };

function askPlatform(desk: RefundDesk, values: PlatformValues, refund: PlatformRefund): Promise<RefundStanding> {
  const { refund_id: refundId, external_id: externalId, currency, reason } = refund;
  if (externalId !== "") return desk.inspect(values, externalId);
  const { payment_reference: reference, amount_minor: amountMinor } = refund;
  return desk.refund(values, { refundNumber: refundNumberOf(refundId), reference, amountMinor, currency, reason });
}

/** Records a platform's answer about a refund and, once it is done, the returned money. Idempotent. */
export async function recordStep(
  tx: Tx,
  scope: Scope,
  { refundId, step }: { refundId: RecordId; step: RefundStep },
): Promise<void> {
  const found = await platformRefund(tx, scope, refundId);
  const order = found && (await lockedOrder(tx, scope, found.order_id));
  // Read again: another process may have recorded the same answer before we locked the order.
  const refund = order && (await platformRefund(tx, scope, refundId));
  if (!order || refund?.state !== "asked") return;
  const { state, problem } = step;
  const externalId = step.externalId ?? refund.external_id;
  await tx
    .updateTable("platform_refund")
    .set({
      state,
      external_id: externalId,
      problem,
      next_attempt_at: nextAttempt(refund.attempts, new Date()),
    })
    .where("organization_id", "=", scope.organizationId)
    .where("refund_id", "=", refundId)
    .execute();
  if (state === "done") await bookDone(tx, scope, { order, refund, externalId });
  if (state === "refused") {
    const { amount_minor: amountMinor, currency, created_by: accountId } = refund;
    await addEvent(tx, scope, order, { kind: "refundRefused", amountMinor, currency, note: problem, accountId });
  }
}

/** Money that left the order meanwhile, for example by a chargeback, is not recorded again; the history shows that. */
async function bookDone(
  tx: Tx,
  scope: Scope,
  { order, refund, externalId }: { order: Order; refund: PlatformRefund; externalId: string },
): Promise<void> {
  const { refund_id: recordID, payment_id: paymentId, provider, reason, created_by: accountId } = refund;
  const money = { amountMinor: refund.amount_minor, currency: refund.currency, accountId };
  const { isKept, leftMinor } = await leftOf(tx, scope, order, paymentId);
  if (money.amountMinor > leftMinor) {
    await addEvent(tx, scope, order, { kind: "refundUnbooked", note: externalId, ...money });
    return;
  }
  await storeRefund(tx, scope, {
    ...{ order, recordID, reason, ...money },
    ...{ paymentId: isKept ? paymentId : null, method: provider, reference: externalId },
  });
}
