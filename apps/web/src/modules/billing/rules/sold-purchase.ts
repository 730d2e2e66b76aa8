import { type PaidPlan, type PlanPrice, type PlanPurchase, paidPlans } from "@homeroom/contract/billing";

/** The plans that can be bought now. */
export function plansOnSale(prices: readonly PlanPrice[]): PaidPlan[] {
  return paidPlans.filter((plan) => prices.some((price) => price.plan === plan));
}

/** The prices for what is to be bought, by its months. */
export function offersFor({ kind, planID }: PlanPurchase, prices: readonly PlanPrice[]): PlanPrice[] {
  return prices.filter((price) => price.kind === kind && price.plan === (planID ?? null));
}

/**
 * The purchase, or the one nearest to it that is sold: another plan in place of one off sale, and as many months or the longest
 * time below. Null: nothing of the kind is sold.
 */
export function soldPurchase(purchase: PlanPurchase, prices: readonly PlanPrice[]): PlanPurchase | null {
  if (purchase.kind === "recharge") return purchase;
  if (purchase.kind === "upgrade")
    return purchase.planID && plansOnSale(prices).includes(purchase.planID) ? purchase : null;
  const planned = purchase.kind === "subscription" ? onSale(purchase, plansOnSale(prices)) : purchase;
  const months = offersFor(planned, prices).map(({ paidMonths }) => paidMonths);
  if (months.length === 0) return null;
  const wanted = purchase.months ?? 0;
  const nearest = months.includes(wanted) ? wanted : longestUpTo(wanted, months);
  return { ...planned, months: nearest };
}

function onSale(purchase: PlanPurchase, sold: readonly PaidPlan[]): PlanPurchase {
  const [other] = sold;
  return !other || (purchase.planID && sold.includes(purchase.planID)) ? purchase : { ...purchase, planID: other };
}

function longestUpTo(wanted: number, months: readonly number[]): number {
  const below = months.filter((one) => one <= wanted);
  return below.length > 0 ? Math.max(...below) : Math.min(...months);
}
