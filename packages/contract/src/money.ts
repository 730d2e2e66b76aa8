import { z } from "zod";
import { currencies } from "./currencies.ts";

export type CurrencyCode = keyof typeof currencies;

export const CurrencyCode = z.enum(Object.keys(currencies) as [CurrencyCode, ...CurrencyCode[]]);

/** The largest amount of an order, in minor units: products with a rate in basis points stay exact integers. */
export const maxMinor = 100_000_000_000;

/** An amount as calls carry it: a number in the currency's main unit. */
export const Amount = z.number().min(0).max(maxMinor);

/** An amount in minor units; null when the currency has no such amount (more decimals, or less than the smallest step). */
export function toMinor(amount: number, currency: CurrencyCode): number | null {
  const { decimals, step } = currencies[currency];
  const exact = amount * 10 ** decimals;
  const minor = Math.round(exact);
  const isWhole = Math.abs(exact - minor) < 1e-4 && minor % step === 0;
  // An amount below the tolerance is still not zero.
  if (minor === 0 && amount !== 0) return null;
  return isWhole && Math.abs(minor) <= maxMinor ? minor : null;
}

/** An amount in minor units, converted to the form that calls carry. */
export function fromMinor(minor: number, currency: CurrencyCode): number {
  return minor / 10 ** currencies[currency].decimals;
}
