import { type CurrencyCode, fromMinor } from "@homeroom/contract/money";
import type { PayNumbers, PayPage, PayWay } from "@homeroom/contract/payments";
import type { OrderToPay } from "#modules/orders/public";
import { organizationOf } from "#modules/organizations/public";
import { type OfferedPlatform, offeredPlatforms } from "#modules/payment-platforms/public";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import type { Payments } from "./actions/payments.ts";
import { type Attempt, attemptsOf } from "./queries/attempts.ts";
import { fpsCode, isFpsCurrency } from "./rules/fps-code.ts";

/** The customer's view of an order. */
export async function presentPayPage(
  tx: Tx,
  scope: Scope,
  { payments, orderID, order }: { payments: Payments; orderID: string; order: OrderToPay },
): Promise<PayPage> {
  const { state, currency, isRejected, items, expiresAt } = order;
  const attempts = await attemptsOf(tx, scope, order.orderId);
  const offered = state === "open" ? await offeredPlatforms(tx, scope) : [];
  return {
    orderID,
    organization: (await organizationOf(tx, scope))?.name ?? "",
    items,
    currency,
    total: fromMinor(order.totalMinor, currency),
    open: fromMinor(order.openMinor, currency),
    state,
    isRejected,
    expireTime: expiresAt?.toISOString() ?? null,
    serverTime: new Date().toISOString(),
    hasReceipt: order.hasReceipt && (state === "paid" || order.instalments.length > 0),
    instalments: order.instalments,
    invoice: order.invoice,
    numbers: state === "open" ? numbersFor(order, attempts) : null,
    ways: offered.flatMap((platform) => wayOf(payments, { platform, order, orderID }) ?? []),
  };
}

/** Whether customers have a way to pay in a currency. */
export async function hasWay(
  tx: Tx,
  scope: Scope,
  { payments, currency }: { payments: Payments; currency: CurrencyCode },
): Promise<boolean> {
  return (await offeredPlatforms(tx, scope)).some((platform) => takes(payments, platform, currency));
}

function takes({ gateways }: Payments, { provider }: OfferedPlatform, currency: CurrencyCode): boolean {
  if (provider === "bankTransfer") return true;
  if (provider === "fps") return isFpsCurrency(currency);
  return gateways.some((one) => one.provider === provider && one.currencies.includes(currency));
}

/** The latest valid numbers to pay the open amount: none for another amount, and no expired ones. */
function numbersFor({ openMinor, currency }: OrderToPay, attempts: readonly Attempt[]): PayNumbers | null {
  const now = new Date().toISOString();
  const fitting = attempts.find(
    (one) =>
      one.state === "numbered" &&
      one.amount_minor === openMinor &&
      one.currency === currency &&
      (one.numbers?.payableUntil ?? now) >= now,
  );
  if (!fitting?.numbers) return null;
  const { kind, bankCode, number, expires } = fitting.numbers;
  return { kind, bankCode, number, expires };
}

/** A way to pay the order; undefined if the platform does not accept its currency. */
function wayOf(
  payments: Payments,
  { platform, order, orderID }: { platform: OfferedPlatform; order: OrderToPay; orderID: string },
): PayWay | undefined {
  const { provider, fields } = platform;
  const { currency, openMinor: amountMinor } = order;
  if (!takes(payments, platform, currency)) return undefined;
  if (provider === "bankTransfer") {
    const { bankName = "", bankCode = "", accountName = "", accountNumber = "", instructions = "" } = fields;
    return { provider, bank: { bankName, bankCode, accountName, accountNumber, instructions }, fps: null };
  }
  if (provider === "fps") {
    const { fpsID = "", payeeName = "", bankCode = "" } = fields;
    const code = fpsCode({ fpsID, bankCode, payeeName, amountMinor, currency, reference: orderID });
    return { provider, bank: null, fps: { code, fpsID, payeeName } };
  }
  return { provider, bank: null, fps: null };
}
