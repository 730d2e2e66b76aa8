import { symbolBefore } from "@homeroom/contract/currencies";

/** A price of less than a cent, in any currency: "US$0.0113". */
export function unitPriceText(amount: number, currency: string): string {
  const figures = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount);
  return `${symbolBefore(currency)}${figures}`;
}
