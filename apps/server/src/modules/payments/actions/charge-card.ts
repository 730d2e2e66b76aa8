import type { GatewayProvider } from "@homeroom/contract/payments";
import { bookPayment, orderToPay } from "#modules/orders/public";
import { PaymentFailure, type PaymentGateway, type PlatformValues, valuesOf } from "#modules/payment-platforms/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { type Attempt, addCardAttempt, changeAttempt, hasPaidCharge, openCharge } from "../queries/attempts.ts";
import { bookStanding } from "./book-standing.ts";
import type { Payments } from "./payments.ts";

/**
 * `charged`: once, now or before. `declined`: by the platform, for good. `unknown`: no response yet; it is queried again.
 * `unclear`: no response for hours; people must find out. `closed`: nothing is open.
 */
export type ChargeOutcome = "charged" | "declined" | "unknown" | "unclear" | "closed";

/** Within this time a platform deduplicates charges by our number; PayPal forgets it after six hours. */
const repeatableMs = 5 * 3_600_000;

/** An order to charge to a token of the platform. */
export interface CardPayment {
  orderID: string;
  provider: GatewayProvider;
  token: string;
  /** When the card with this token was linked. */
  linkedAt: Date;
  now: Date;
}

/**
 * Charges the open amount of an order to a linked card. Idempotent: while the outcome of a charge is unknown, even once the
 * order has closed, no other one is made. A charge with a platform number is queried by it; without one the same charge
 * is retried for a few hours, with the token that it began with. After that the order's history reports it to the seller's
 * people. Throws NOT_FOUND, FEATURE_NOT_SET_UP.
 */
export async function chargeCard(payments: Payments, scope: Scope, payment: CardPayment): Promise<ChargeOutcome> {
  const { platform, gateways } = payments;
  const { db } = platform;
  const gateway = gateways.find(({ provider }) => provider === payment.provider);
  if (!gateway?.cards) throw new AppError("FEATURE_NOT_SET_UP");
  const begun = await inTransaction(db, scope, (tx) => begin(tx, scope, { payments, payment, gateway }));
  if (typeof begun === "string") return begun;
  const { attempt } = begun;
  const tradeNumber = attempt.trade_number;
  try {
    const answer = await ask(gateway, payment, begun);
    if (!answer) return await unknown(payments, scope, begun);
    const { externalId, standing } = answer;
    await inTransaction(db, scope, (tx) => changeAttempt(tx, scope, tradeNumber, { external_id: externalId }));
    await bookStanding(platform, scope, { attempt, standing });
    if (standing.state === "paid") return "charged";
    return standing.state === "failed" ? "declined" : await unknown(payments, scope, begun);
  } catch (error) {
    if (!(error instanceof PaymentFailure)) throw error;
    platform.log.warn({ reason: error.reason, code: error.code }, "A linked card was not charged");
    if (!isFinal(error, begun, gateway)) return unknown(payments, scope, begun);
    await inTransaction(db, scope, (tx) => changeAttempt(tx, scope, tradeNumber, { state: "failed" }));
    return "declined";
  }
}

interface StartedCharge {
  attempt: Attempt;
  /** Whether the platform may have received the charge before. */
  isAgain: boolean;
  /** Whether the platform may have forgotten it. */
  isLong: boolean;
  values: PlatformValues;
  title: string;
}

/**
 * Whether a refusal means that nothing was charged. A refused query proves nothing about its charge.
 * Nor does a refusal after a lost response, unless it is about the payment itself: expired keys
 * are refused before the payment is checked.
 */
function isFinal(
  { reason, code }: PaymentFailure,
  { attempt, isAgain }: StartedCharge,
  { cards }: PaymentGateway,
): boolean {
  if (reason !== "refused" || attempt.external_id !== "") return false;
  return !isAgain || (cards?.finalRefusals.includes(code) ?? false);
}

/** The state of a charge at the platform, made unless it may exist already; null if the platform cannot be asked. */
async function ask(
  gateway: PaymentGateway,
  { token, linkedAt }: CardPayment,
  { attempt, isAgain, isLong, values, title }: StartedCharge,
) {
  const { trade_number: tradeNumber, external_id: externalId, amount_minor: amountMinor, currency } = attempt;
  if (externalId !== "") return { externalId, standing: await gateway.inspect(values, { tradeNumber, externalId }) };
  if (isAgain && (isLong || attempt.created_at < linkedAt)) return null;
  return gateway.cards?.charge(values, { tradeNumber, title, token, amountMinor, currency }) ?? null;
}

/** Reports a charge that is unknown for too long to the seller's people, in the history of its order. */
async function unknown(
  { platform }: Payments,
  scope: Scope,
  { attempt, isLong }: StartedCharge,
): Promise<ChargeOutcome> {
  if (!isLong) return "unknown";
  const { provider, trade_number: reference, order_number: orderID, amount_minor: amountMinor, currency } = attempt;
  await bookPayment(platform.db, scope, {
    ...{ provider, reference, orderID, amountMinor, currency },
    ...{ state: "pending", receivedAt: new Date() },
  });
  return "unclear";
}

async function begin(
  tx: Tx,
  scope: Scope,
  { payments, payment, gateway }: { payments: Payments; payment: CardPayment; gateway: PaymentGateway },
): Promise<StartedCharge | "charged" | "closed"> {
  const { provider } = payment;
  const order = await orderToPay(tx, scope, payment.orderID);
  if (!order) throw new AppError("NOT_FOUND");
  const known = await openCharge(tx, scope, order.orderId);
  if (order.state !== "open" && !known) return (await hasPaidCharge(tx, scope, order.orderId)) ? "charged" : "closed";
  const values = await valuesOf(tx, scope, { provider, secrets: payments.platform.secrets });
  if (!values || !gateway.currencies.includes(order.currency)) throw new AppError("FEATURE_NOT_SET_UP");
  if (!known) await addCardAttempt(tx, scope, { provider, order });
  const attempt = known ?? (await openCharge(tx, scope, order.orderId));
  if (!attempt) throw new Error("The charge that was just stored is gone");
  const isAgain = known !== undefined;
  const isLong = isAgain && payment.now.getTime() - attempt.created_at.getTime() >= repeatableMs;
  return { attempt, isAgain, isLong, values, title: order.items.map(({ name }) => name).join("、") || payment.orderID };
}
