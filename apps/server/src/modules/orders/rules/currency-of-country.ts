import type { CurrencyCode } from "@homeroom/contract/money";

const ofCountry: Readonly<Record<string, CurrencyCode>> = {
  HK: "HKD",
  TW: "TWD",
  CN: "CNY",
  MO: "MOP",
  US: "USD",
  SG: "SGD",
  MY: "MYR",
  JP: "JPY",
};

/** The currency in which an organisation of a country sells; Hong Kong's if we do not support its own. */
export function currencyOfCountry(country: string): CurrencyCode {
  return ofCountry[country] ?? "HKD";
}
