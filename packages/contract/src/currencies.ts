interface CurrencyFacts {
  /** Decimals of the minor unit, by ISO 4217. */
  readonly decimals: number;
  /** The smallest amount that is charged, in minor units: Taiwan charges whole dollars. */
  readonly step: number;
  /** As people write it in Hong Kong and Taiwan, where a bare "$" would be ambiguous. */
  readonly symbol: string;
}

/** The currencies of orders. This file has no schemas, for pages that load none. */
export const currencies = {
  HKD: { decimals: 2, step: 1, symbol: "HK$" },
  TWD: { decimals: 2, step: 100, symbol: "NT$" },
  CNY: { decimals: 2, step: 1, symbol: "CN¥" },
  MOP: { decimals: 2, step: 1, symbol: "MOP$" },
  USD: { decimals: 2, step: 1, symbol: "US$" },
  SGD: { decimals: 2, step: 1, symbol: "S$" },
  MYR: { decimals: 2, step: 1, symbol: "RM" },
  JPY: { decimals: 0, step: 1, symbol: "JP¥" },
} as const satisfies Record<string, CurrencyFacts>;

/** Whether a currency from outside is one of our order currencies. */
function isKnownCurrency(currency: string): currency is keyof typeof currencies {
  return Object.hasOwn(currencies, currency);
}

/** The prefix of an amount in any currency: "HK$", "THB ". */
export function symbolBefore(currency: string): string {
  return isKnownCurrency(currency) ? currencies[currency].symbol : `${currency} `;
}

/** The decimals in which a currency is charged: none where only whole dollars are. */
export function decimalsOf(currency: string): number {
  if (!isKnownCurrency(currency)) return 2;
  const { decimals, step } = currencies[currency];
  return step >= 10 ** decimals ? 0 : decimals;
}

/**
 * An amount in the currency's main unit, as it is shown everywhere: "HK$1,200.50", "NT$3,600", "THB 90.00". An amount that
 * is never charged, such as the cost of a click, shows its cents in any currency: "NT$3.27".
 */
export function moneyText(amount: number, currency: string): string {
  const whole = decimalsOf(currency);
  const digits = Math.abs(amount - Number(amount.toFixed(whole))) < 0.005 ? whole : 2;
  const figures = new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${amount < 0 ? "-" : ""}${symbolBefore(currency)}${figures.format(Math.abs(amount))}`;
}
