import { callingCodes } from "@homeroom/contract/countries";
import { splitPhone } from "#platform/phones/phones";

export interface Price {
  country: string;
  currency: string;
  micros: number;
}

/** The calling code of a price's country; empty for an unknown country. */
export function callingCodeOf({ country }: Price): string {
  return (callingCodes as Readonly<Record<string, string>>)[country] ?? "";
}

/**
 * The price of a message to a number (digits without the plus): of the prices for its calling code, the one of its country, such
 * as Canada, which shares its code with the United States.
 */
export function priceOfNumber(phone: string, prices: readonly Price[]): Price | null {
  const matching = prices.filter((price) => callingCodeOf(price) !== "" && phone.startsWith(callingCodeOf(price)));
  const own = matching.length > 1 ? splitPhone(phone).country : "";
  return matching.find(({ country }) => country === own) ?? matching[0] ?? null;
}
