import { type BroadcastPrice, overlappedPrice } from "@homeroom/contract/broadcast-settings";

export type PriceFault = { kind: "twice" | "endsBefore" } | { kind: "overlaps"; from: string; until: string };

/**
 * The fault of each price in the table; null: none. Of two for the same day, the later one is marked, and of two that
 * overlap, the one that begins later.
 */
export function priceFaults(prices: readonly BroadcastPrice[]): (PriceFault | null)[] {
  const keys = prices.map(({ country, category, validFrom }) => `${country} ${category} ${validFrom}`);
  return prices.map((price, index) => {
    const { validFrom, validTo } = price;
    if (validTo !== null && validTo < validFrom) return { kind: "endsBefore" };
    if (keys.indexOf(keys[index] ?? "") < index) return { kind: "twice" };
    const other = overlappedPrice(price, prices);
    return other ? { kind: "overlaps", from: other.validFrom, until: other.validTo ?? "" } : null;
  });
}
