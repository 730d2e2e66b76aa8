import type { Price } from "#modules/billing/public";

/** What a price is called in the log: "basic 12 HKD". */
export function priceName({
  kind,
  plan,
  paid_months: months,
  currency,
}: Pick<Price, "kind" | "plan" | "paid_months" | "currency">): string {
  return `${plan ?? kind} ${months} ${currency}`;
}
