import type { GatewayProvider } from "@homeroom/contract/payments";
import { orderToPay } from "#modules/orders/public";
import {
  asRefusal,
  notifyAddress,
  offeredPlatforms,
  type PaymentStart,
  valuesOf,
} from "#modules/payment-platforms/public";
import type { Scope } from "#platform/db/scope";
import { inTransaction, type Tx } from "#platform/db/transaction";
import { AppError } from "#platform/errors/app-error";
import { addAttempt, attemptsOf, changeAttempt } from "../queries/attempts.ts";
import { payAddress } from "../rules/pay-address.ts";
import type { Payments } from "./payments.ts";

/** Nobody who wants to pay starts more payments in a day. */
const maxAttempts = 30;
const attemptsOfMs = 24 * 3_600_000;

interface PaymentRequest {
  orderID: string;
  provider: GatewayProvider;
}

/**
 * Starts a payment of an order's open amount. Throws NOT_FOUND, ORDER_EXPIRED, ORDER_STATE_CONFLICT once it is paid or
 * while a transfer is checked, FEATURE_NOT_SET_UP if the platform is not offered, and the platform's refusals.
 */
export async function startPayment(payments: Payments, scope: Scope, wanted: PaymentRequest): Promise<PaymentStart> {
  const { platform, gateways } = payments;
  const { orderID, provider } = wanted;
  const gateway = gateways.find((one) => one.provider === provider);
  if (!gateway) throw new AppError("FEATURE_NOT_SET_UP");
  const begun = await inTransaction(platform.db, scope, (tx) => begin(tx, scope, { payments, wanted }));
  const { order, values, tradeNumber } = begun;
  if (!gateway.currencies.includes(order.currency)) throw new AppError("FEATURE_NOT_SET_UP");
  const request = {
    tradeNumber,
    amountMinor: order.openMinor,
    currency: order.currency,
    title: order.items.map(({ name }) => name).join("、") || orderID,
    returnAddress: `${payAddress(platform, scope.organizationId, orderID)}&back=1`,
    notifyAddress: notifyAddress(platform.settings, provider),
    minutes: order.expiresAt && Math.ceil((order.expiresAt.getTime() - Date.now()) / 60_000),
  };
  const start = await asRefusal(() => gateway.start(values, request), "PAYMENT_REFUSED");
  if (start.externalId)
    await inTransaction(platform.db, scope, (tx) =>
      changeAttempt(tx, scope, tradeNumber, { external_id: start.externalId }),
    );
  return start;
}

async function begin(tx: Tx, scope: Scope, { payments, wanted }: { payments: Payments; wanted: PaymentRequest }) {
  const { provider } = wanted;
  const order = await orderToPay(tx, scope, wanted.orderID);
  if (!order) throw new AppError("NOT_FOUND");
  if (order.state === "closed") throw new AppError("ORDER_EXPIRED");
  if (order.state !== "open") throw new AppError("ORDER_STATE_CONFLICT");
  const offered = await offeredPlatforms(tx, scope);
  const { secrets } = payments.platform;
  const values = offered.some((one) => one.provider === provider) && (await valuesOf(tx, scope, { provider, secrets }));
  if (!values) throw new AppError("FEATURE_NOT_SET_UP");
  const attempts = await attemptsOf(tx, scope, order.orderId);
  const since = new Date(Date.now() - attemptsOfMs);
  const unpaid = attempts.filter(({ state, created_at: at }) => state !== "paid" && at > since);
  if (unpaid.length >= maxAttempts) throw new AppError("TOO_MANY_REQUESTS");
  const tradeNumber = await addAttempt(tx, scope, { provider, order });
  return { order, values, tradeNumber };
}
