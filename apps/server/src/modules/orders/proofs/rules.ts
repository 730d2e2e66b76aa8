import { currencies } from "@homeroom/contract/currencies";
import { type CurrencyCode, toMinor } from "@homeroom/contract/money";

/** An amount in minor units for each currency that allows it. */
export function amountInCurrencies(amount: number | undefined): { currency: CurrencyCode; minor: number }[] {
  if (amount === undefined || amount <= 0) return [];
  return (Object.keys(currencies) as CurrencyCode[]).flatMap((currency) => {
    const minor = toMinor(amount, currency);
    return minor === null ? [] : [{ currency, minor }];
  });
}

/** The order numbers in a text. */
export function orderNumbersIn(text: string): string[] {
  return [...new Set(text.match(/(?<!\d)\d{16}(?!\d)/g))].slice(0, 5);
}

/** A normalised reference: banks and people write the same one with different spaces and letter case. */
export function plainReference(reference: string): string {
  return reference
    .normalize("NFKC")
    .replace(/[\s-]+/g, "")
    .toUpperCase();
}
