import { PaymentFailure, type PaymentGateway, valuesOf } from "#modules/payment-platforms/public";
import { organizationScope, type Scope } from "#platform/db/scope";
import { inTransaction } from "#platform/db/transaction";
import { type Attempt, claimDueAttempts, organizationsWithDue } from "../queries/attempts.ts";
import { bookStanding } from "./book-standing.ts";
import type { Payments } from "./payments.ts";

/** Queries the platforms about unpaid payments. One that does not answer is retried in the next run. */
export async function reviewPayments(payments: Payments, scope: Scope, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) {
    const gateway = payments.gateways.find(({ provider }) => provider === attempt.provider);
    // Without the platform's number there is nothing to query: the customer never reached its page.
    const isKnown = attempt.external_id !== "" || attempt.provider === "ecpay";
    if (gateway && isKnown) await review(payments, scope, { attempt, gateway });
  }
}

/** The same for every payment with an overdue notice; several processes take different ones. */
export async function reviewDue(payments: Payments): Promise<void> {
  const { db } = payments.platform;
  for (const organizationId of await organizationsWithDue(db)) {
    const scope = organizationScope(organizationId);
    const due = await inTransaction(db, scope, (tx) => claimDueAttempts(tx, scope));
    await reviewPayments(payments, scope, due);
  }
}

async function review(
  { platform }: Payments,
  scope: Scope,
  { attempt, gateway }: { attempt: Attempt; gateway: PaymentGateway },
): Promise<void> {
  const { provider, trade_number: tradeNumber, external_id: externalId } = attempt;
  const { db, secrets, log } = platform;
  const values = await inTransaction(db, scope, (tx) => valuesOf(tx, scope, { provider, secrets }));
  if (!values) return;
  try {
    const standing = await gateway.inspect(values, { tradeNumber, externalId });
    await bookStanding(platform, scope, { attempt, standing });
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    log.warn({ provider, reason: error.reason, code: error.code }, "A payment platform did not say how a payment is");
  }
}
