import type { CurrencyCode } from "@homeroom/contract/money";

/** As people write them in Hong Kong and Taiwan, where a bare "$" would be either's. Without schemas, for the first load. */
export const currencySymbols: Readonly<Record<CurrencyCode, string>> = {
  HKD: "HK$",
  TWD: "NT$",
  CNY: "CN¥",
  MOP: "MOP$",
  USD: "US$",
  SGD: "S$",
  MYR: "RM",
  JPY: "JP¥",
};

/** What stands before an amount in any currency: "HK$", "THB ". */
export function symbolBefore(currency: string): string {
  return Object.hasOwn(currencySymbols, currency) ? currencySymbols[currency as CurrencyCode] : `${currency} `;
}
