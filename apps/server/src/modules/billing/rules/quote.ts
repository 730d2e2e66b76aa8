import { type PaidPlan, type PlanPurchaseKind, rechargeLimits } from "@homeroom/contract/billing";
import { currencies } from "@homeroom/contract/currencies";
import { type CurrencyCode, toMinor } from "@homeroom/contract/money";
import { AppError } from "#platform/errors/app-error";
import { missingField, refuseFaults } from "#platform/errors/refuse-faults";
import { newPeriod, type Period, startOfNext, type UpgradedPeriod, upgradeOf } from "./periods.ts";

/** An item of the price list. */
export interface ListPrice {
  readonly priceId: string;
  readonly kind: "subscription" | "broadcast" | "message" | "graphic";
  readonly plan: PaidPlan | null;
  readonly paidMonths: number;
  readonly grantedMonths: number;
  readonly amountMinor: number;
  /** For each granted month. */
  readonly messages: number;
}

/** The state of an account at the time of a purchase. */
export interface Subscription {
  readonly periods: readonly Period[];
  readonly expiresAt: Date | null;
  readonly graceEnd: Date | null;
  readonly currency: CurrencyCode;
  readonly prices: readonly ListPrice[];
}

export interface PurchaseRequest {
  readonly kind: PlanPurchaseKind;
  readonly planID?: PaidPlan | undefined;
  readonly months?: number | undefined;
  readonly amount?: number | undefined;
}

/** A line of a quote: the share of the amount for one thing. Negative: a deduction. */
export interface QuoteLine {
  readonly kind: "price" | "unusedDays" | "newDays" | "recharge";
  readonly days: number;
  readonly amountMinor: number;
}

/** The cost and content of a purchase. */
export interface Quote {
  readonly kind: PlanPurchaseKind;
  readonly amountMinor: number;
  readonly plan: PaidPlan | null;
  readonly price: ListPrice | null;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
  readonly days: number;
  readonly messages: number;
  readonly lines: readonly QuoteLine[];
}

/** The current quote of a purchase. Throws FIELD_INVALID, TOPUP_AMOUNT_INVALID, and ORDER_STATE_CONFLICT for an empty upgrade. */
export function quoteOf(purchase: PurchaseRequest, subscription: Subscription, now: Date): Quote {
  if (purchase.kind === "recharge") return rechargeQuote(purchase, subscription.currency);
  if (purchase.kind === "upgrade") return upgradeQuote(purchase, subscription, now);
  const plan = purchase.kind === "subscription" ? (purchase.planID ?? null) : null;
  if (purchase.kind === "subscription" && !plan) refuseFaults([missingField("planID")]);
  const price = subscription.prices.find(
    (one) => one.kind === purchase.kind && one.plan === plan && one.paidMonths === purchase.months,
  );
  if (!price) throw invalid("months");
  const { amountMinor } = price;
  const bought = { kind: purchase.kind, amountMinor, plan, price };
  if (!plan) {
    const messages = price.messages * price.grantedMonths;
    const lines = [{ kind: "price" as const, days: 0, amountMinor }];
    return { ...bought, startsAt: null, endsAt: null, days: 0, messages, lines };
  }
  const { startsAt, endsAt, days } = newPeriod({ ...price, plan, orderId: null }, startOfNext(now, subscription));
  return { ...bought, startsAt, endsAt, days, messages: 0, lines: [{ kind: "price", days, amountMinor }] };
}

/** The changes of an upgrade, with today's prices for the terms of each period. */
export function upgradesTo(plan: PaidPlan, { periods, prices, currency }: Subscription, now: Date): UpgradedPeriod[] {
  const { step } = currencies[currency];
  const monthly = prices.find((one) => one.plan === plan && one.paidMonths === 1)?.amountMinor ?? 0;
  const priceOf = ({ paidMonths }: Period) =>
    prices.find((one) => one.plan === plan && one.paidMonths === paidMonths)?.amountMinor ?? monthly * paidMonths;
  return upgradeOf(periods, { plan, now, step, priceOf });
}

/** The upgrades that an amount pays for, earliest first, and their price. */
export function paidUpgrades(
  changes: readonly UpgradedPeriod[],
  amountMinor: number,
): { changes: UpgradedPeriod[]; costMinor: number } {
  const paid: UpgradedPeriod[] = [];
  let costMinor = 0;
  for (const change of changes) {
    const cost = change.newMinor - change.unusedMinor;
    if (costMinor + cost > amountMinor) break;
    costMinor += cost;
    paid.push(change);
  }
  return { changes: paid, costMinor };
}

function upgradeQuote({ planID }: PurchaseRequest, subscription: Subscription, now: Date): Quote {
  if (!planID || !subscription.prices.some(({ plan }) => plan === planID)) throw invalid("planID");
  const changes = upgradesTo(planID, subscription, now);
  const days = sum(changes.map(({ daysLeft }) => daysLeft));
  const newMinor = sum(changes.map((change) => change.newMinor));
  const unusedMinor = sum(changes.map((change) => change.unusedMinor));
  if (newMinor === unusedMinor) throw new AppError("ORDER_STATE_CONFLICT");
  return {
    ...{ kind: "upgrade", plan: planID, price: null, days, messages: 0 },
    amountMinor: newMinor - unusedMinor,
    startsAt: now,
    endsAt: changes.at(-1)?.period.endsAt ?? null,
    lines: [
      { kind: "newDays", days, amountMinor: newMinor },
      { kind: "unusedDays", days, amountMinor: -unusedMinor },
    ],
  };
}

function rechargeQuote({ amount = 0 }: PurchaseRequest, currency: CurrencyCode): Quote {
  const amountMinor = toMinor(amount, currency);
  if (amountMinor === null || amount < rechargeLimits.least || amount > rechargeLimits.most)
    throw new AppError("TOPUP_AMOUNT_INVALID", {}, { fields: [{ field: "amount", name: "TOPUP_AMOUNT_INVALID" }] });
  return {
    ...{ kind: "recharge", amountMinor, plan: null, price: null, startsAt: null, endsAt: null, days: 0, messages: 0 },
    lines: [{ kind: "recharge", days: 0, amountMinor }],
  };
}

function invalid(field: string): AppError {
  return new AppError("FIELD_INVALID", {}, { fields: [{ field, name: "FIELD_INVALID" }] });
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, one) => all + one, 0);
}
