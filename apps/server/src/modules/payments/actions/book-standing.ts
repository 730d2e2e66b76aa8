import { bookPayment, bookReturn } from "#modules/orders/public";
import type { PaymentStanding } from "#modules/payment-platforms/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import type { Platform } from "#platform/server-module";
import { type Attempt, changeAttempt } from "../queries/attempts.ts";

/**
 * Passes the state of a payment, and then its refunds, to its order. Idempotent, also after a crash
 * half-way: the order books each reference once, and the attempt is recorded last.
 */
export async function bookStanding(
  { db, log }: Pick<Platform, "db" | "log">,
  scope: Scope,
  { attempt, standing }: { attempt: Attempt; standing: PaymentStanding },
): Promise<void> {
  const { state, reference, amountMinor, currency, numbers, payableUntil, returned = [] } = standing;
  if (state === "waiting") return;
  const { outcome } = await bookPayment(db, scope, {
    provider: attempt.provider,
    reference: reference || attempt.trade_number,
    orderID: attempt.order_number,
    amountMinor,
    currency,
    state: state === "numbered" ? "pending" : state,
    receivedAt: new Date(),
    payableUntil,
  });
  if (outcome === "unknownOrder") log.warn({ order: attempt.order_number }, "A payment came for an order that is gone");
  for (const money of returned) await bookReturn(db, scope, { provider: attempt.provider, returned: money });
  const given = numbers && { ...numbers, payableUntil: payableUntil?.toISOString() };
  await inTransaction(db, scope, (tx) => changeAttempt(tx, scope, attempt.trade_number, { state, numbers: given }));
}
