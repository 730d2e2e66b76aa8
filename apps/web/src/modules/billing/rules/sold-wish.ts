import { type PaidPlan, type PlanOrderWish, type PlanPrice, paidPlans } from "@homeroom/contract/billing";

/** The plans that can be bought now. */
export function plansOnSale(prices: readonly PlanPrice[]): PaidPlan[] {
  return paidPlans.filter((plan) => prices.some((price) => price.plan === plan));
}

/** The prices for what is wished for, by its months. */
export function offersFor({ kind, planID }: PlanOrderWish, prices: readonly PlanPrice[]): PlanPrice[] {
  return prices.filter((price) => price.kind === kind && price.plan === (planID ?? null));
}

/**
 * The wish, or the one nearest to it that is sold: another plan in place of one off sale, and as many months or the longest
 * time below. Null: nothing of the kind is sold.
 */
export function soldWish(wish: PlanOrderWish, prices: readonly PlanPrice[]): PlanOrderWish | null {
  if (wish.kind === "recharge" || wish.kind === "upgrade") return wish;
  const planned = wish.kind === "subscription" ? onSale(wish, plansOnSale(prices)) : wish;
  const months = offersFor(planned, prices).map(({ paidMonths }) => paidMonths);
  if (months.length === 0) return null;
  const wanted = wish.months ?? 0;
  const nearest = months.includes(wanted) ? wanted : longestUpTo(wanted, months);
  return { ...planned, months: nearest };
}

function onSale(wish: PlanOrderWish, sold: readonly PaidPlan[]): PlanOrderWish {
  const [other] = sold;
  return !other || (wish.planID && sold.includes(wish.planID)) ? wish : { ...wish, planID: other };
}

function longestUpTo(wanted: number, months: readonly number[]): number {
  const below = months.filter((one) => one <= wanted);
  return below.length > 0 ? Math.max(...below) : Math.min(...months);
}
