import { currencies } from "@homeroom/contract/currencies";
import { type CurrencyCode, toMinor } from "@homeroom/contract/money";

/** What an amount is in each currency that has it, in minor units. */
export function amountInCurrencies(amount: number | undefined): { currency: CurrencyCode; minor: number }[] {
  if (amount === undefined || amount <= 0) return [];
  return (Object.keys(currencies) as CurrencyCode[]).flatMap((currency) => {
    const minor = toMinor(amount, currency);
    return minor === null ? [] : [{ currency, minor }];
  });
}

/** The numbers of orders that a text holds. */
export function orderNumbersIn(text: string): string[] {
  return [...new Set(text.match(/(?<!\d)\d{16}(?!\d)/g))].slice(0, 5);
}

/** A reference as it is compared: banks and people write the same one with other spaces and letters. */
export function plainReference(reference: string): string {
  return reference
    .normalize("NFKC")
    .replace(/[\s-]+/g, "")
    .toUpperCase();
}
