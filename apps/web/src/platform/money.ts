import { decimalsOf, symbolBefore } from "@homeroom/contract/currencies";

/** A price of less than a cent, in any currency: "US$0.0113". */
export function unitPriceText(amount: number, currency: string): string {
  const figures = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount);
  return `${symbolBefore(currency)}${figures}`;
}

/** An amount in the steps in which a currency is charged, as fields of that currency show it. */
export function inStepsOf(currency: string, amount: number): number {
  return Number(amount.toFixed(decimalsOf(currency)));
}
