import type { GatewayProvider } from "@homeroom/contract/payments";
import { orderToPay } from "#modules/orders/public";
import { PaymentFailure, type PaymentGateway, valuesOf } from "#modules/payment-platforms/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { addCardAttempt, changeAttempt, hasPaidCharge, openCharge } from "../queries/attempts.ts";
import { bookStanding } from "./book-standing.ts";
import type { Payments } from "./payments.ts";

/** `charged`: once, now or before. `declined`: by the platform, for good. `unknown`: it did not answer, and asking again is safe. `closed`: nothing is open. */
export type ChargeOutcome = "charged" | "declined" | "unknown" | "closed";

/** An order that is paid with what the platform keeps under a token. */
export interface CardPayment {
  orderID: string;
  provider: GatewayProvider;
  token: string;
}

/**
 * Charges what is open of an order to a linked card. Idempotent: while the outcome of a charge is unknown, the platform is
 * asked again by the same number, even once the order has closed. Throws NOT_FOUND, FEATURE_NOT_SET_UP.
 */
export async function chargeCard(payments: Payments, scope: Scope, payment: CardPayment): Promise<ChargeOutcome> {
  const { platform, gateways } = payments;
  const { db } = platform;
  const gateway = gateways.find(({ provider }) => provider === payment.provider);
  if (!gateway?.cards) throw new AppError("FEATURE_NOT_SET_UP");
  const begun = await inTransaction(db, scope, (tx) => begin(tx, scope, { payments, payment, gateway }));
  if (typeof begun === "string") return begun;
  const { attempt, values, title } = begun;
  const tradeNumber = attempt.trade_number;
  try {
    const { externalId, standing } = await gateway.cards.charge(values, {
      ...{ tradeNumber, title, token: payment.token },
      ...{ amountMinor: attempt.amount_minor, currency: attempt.currency },
    });
    await inTransaction(db, scope, (tx) => changeAttempt(tx, scope, tradeNumber, { external_id: externalId }));
    await bookStanding(platform, scope, { attempt, standing });
    if (standing.state === "paid") return "charged";
    return standing.state === "failed" ? "declined" : "unknown";
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    platform.log.warn({ reason: error.reason, code: error.code }, "A linked card was not charged");
    if (error.reason !== "refused") return "unknown";
    await inTransaction(db, scope, (tx) => changeAttempt(tx, scope, tradeNumber, { state: "failed" }));
    return "declined";
  }
}

async function begin(
  tx: Tx,
  scope: Scope,
  { payments, payment, gateway }: { payments: Payments; payment: CardPayment; gateway: PaymentGateway },
) {
  const { provider } = payment;
  const order = await orderToPay(tx, scope, payment.orderID);
  if (!order) throw new AppError("NOT_FOUND");
  const known = await openCharge(tx, scope, order.orderId);
  if (order.state !== "open" && !known)
    return (await hasPaidCharge(tx, scope, order.orderId)) ? ("charged" as const) : ("closed" as const);
  const values = await valuesOf(tx, scope, { provider, secrets: payments.platform.secrets });
  if (!values || !gateway.currencies.includes(order.currency)) throw new AppError("FEATURE_NOT_SET_UP");
  if (!known) await addCardAttempt(tx, scope, { provider, order });
  const attempt = known ?? (await openCharge(tx, scope, order.orderId));
  if (!attempt) throw new Error("The charge that was just stored is gone");
  return { attempt, values, title: order.items.map(({ name }) => name).join("、") || payment.orderID };
}
