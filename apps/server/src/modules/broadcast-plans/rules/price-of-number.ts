import { callingCodes } from "@homeroom/contract/countries";

export interface Price {
  country: string;
  currency: string;
  micros: number;
}

/** The price of a message to a number (digits without the plus), by the longest area code that it begins with. */
export function priceOfNumber(phone: string, prices: readonly Price[]): Price | null {
  const codes = callingCodes as Readonly<Record<string, string>>;
  const length = ({ country }: Price) => codes[country]?.length ?? 0;
  const matching = prices.filter(({ country }) => codes[country] && phone.startsWith(codes[country]));
  return matching.sort((one, other) => length(other) - length(one))[0] ?? null;
}
