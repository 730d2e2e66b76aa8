import { type CurrencyCode, currencies } from "@homeroom/contract/money";
import { currencySymbols, symbolBefore } from "./currency-symbols.ts";

/** The decimals in which a currency is charged: none where only whole dollars are. */
export function decimalsOf(currency: CurrencyCode): number {
  const { decimals, step } = currencies[currency];
  return step >= 10 ** decimals ? 0 : decimals;
}

/** Whether we have the facts of a currency that came from outside. */
export function isKnownCurrency(currency: string): currency is CurrencyCode {
  return Object.hasOwn(currencies, currency);
}

/** What stands before an amount: "HK$". */
export function symbolOf(currency: CurrencyCode): string {
  return currencySymbols[currency];
}

/** An amount in the currency's main unit: "HK$1,200.50", "NT$3,600". */
export function moneyText(amount: number, currency: CurrencyCode): string {
  const digits = decimalsOf(currency);
  const figures = new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${amount < 0 ? "-" : ""}${currencySymbols[currency]}${figures.format(Math.abs(amount))}`;
}

/** A price of less than a cent, in any currency: "US$0.0113". */
export function unitPriceText(amount: number, currency: string): string {
  const figures = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount);
  return `${symbolBefore(currency)}${figures}`;
}

/** Money in any currency, with two decimals: "HK$1,200.50", "THB 90.00". */
export function amountText(amount: number, currency: string): string {
  const figures = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);
  return `${symbolBefore(currency)}${figures}`;
}
