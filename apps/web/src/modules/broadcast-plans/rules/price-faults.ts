import type { BroadcastPrice } from "@homeroom/contract/broadcast-settings";

export type PriceFault = "twice" | "endsBefore";

/** What keeps each price of the table from being saved; null: nothing. Of two for the same day, the later one is named. */
export function priceFaults(prices: readonly BroadcastPrice[]): (PriceFault | null)[] {
  const keys = prices.map(({ country, category, validFrom }) => `${country} ${category} ${validFrom}`);
  return prices.map(({ validFrom, validTo }, index) => {
    if (validTo !== null && validTo < validFrom) return "endsBefore";
    return keys.indexOf(keys[index] ?? "") < index ? "twice" : null;
  });
}
