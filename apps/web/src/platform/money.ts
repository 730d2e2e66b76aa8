import { decimalsOf, symbolBefore } from "@homeroom/contract/currencies";

/** A price below one cent, in any currency: "US$0.0113". */
export function unitPriceText(amount: number, currency: string): string {
  const figures = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount);
  return `${symbolBefore(currency)}${figures}`;
}

/** An amount in the smallest steps of a currency, for input fields. */
export function inStepsOf(currency: string, amount: number): number {
  return Number(amount.toFixed(decimalsOf(currency)));
}
