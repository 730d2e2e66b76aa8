import { currencies } from "@homeroom/contract/currencies";
import type { CurrencyCode } from "@homeroom/contract/money";

/** A bought item: a price in minor units and a quantity. */
export interface OrderItem {
  readonly priceMinor: number;
  readonly quantity: number;
}

/** A discount on the whole order: an amount in minor units, or a percentage in basis points (1250 is 12.5 %). */
export type Discount =
  | { readonly kind: "none" }
  | { readonly kind: "amount"; readonly amountMinor: number }
  | { readonly kind: "percent"; readonly basisPoints: number };

export interface Tax {
  /** In basis points: 500 is 5 %. */
  readonly rate: number;
  /** Prices include the tax, as in Taiwan; otherwise it is added to them. */
  readonly included: boolean;
}

export interface PricedLine {
  /** Price times quantity. */
  readonly grossMinor: number;
  /** Its share of the order's discount. */
  readonly discountMinor: number;
}

export interface PricedOrder {
  readonly lines: readonly PricedLine[];
  readonly grossMinor: number;
  readonly discountMinor: number;
  readonly taxMinor: number;
  readonly totalMinor: number;
}

/**
 * The price of an order; the only place where it is computed. All amounts are whole minor units:
 * - a line is price times quantity, exactly;
 * - a percentage is taken of the sum of the lines and rounded half up to the currency's smallest step;
 * - the discount is shared among the lines by their size, the rest going to the largest remainders, so the shares add up;
 * - the tax is taken once of the whole order, rounded half up to the smallest step: out of the price when it is included,
 *   otherwise on top of it.
 */
export function priceOrder(
  items: readonly OrderItem[],
  terms: { discount: Discount; tax: Tax; currency: CurrencyCode },
): PricedOrder {
  const { step } = currencies[terms.currency];
  const gross = items.map(({ priceMinor, quantity }) => priceMinor * quantity);
  const grossMinor = sum(gross);
  const discountMinor = discountOf(grossMinor, terms.discount, step);
  const net = grossMinor - discountMinor;
  const taxMinor = taxOf(net, terms.tax, step);
  const shares = shareOut(discountMinor, gross);
  return {
    lines: gross.map((amount, index) => ({ grossMinor: amount, discountMinor: shares[index] ?? 0 })),
    grossMinor,
    discountMinor,
    taxMinor,
    totalMinor: terms.tax.included ? net : net + taxMinor,
  };
}

function discountOf(grossMinor: number, discount: Discount, step: number): number {
  if (discount.kind === "none") return 0;
  if (discount.kind === "amount") return Math.min(discount.amountMinor, grossMinor);
  return Math.min(portion(grossMinor, [discount.basisPoints, 10_000], step), grossMinor);
}

function taxOf(net: number, { rate, included }: Tax, step: number): number {
  return included ? portion(net, [rate, 10_000 + rate], step) : portion(net, [rate, 10_000], step);
}

/** A percentage of an amount in basis points, rounded like a discount. */
export function portionOf(amountMinor: number, basisPoints: number, currency: CurrencyCode): number {
  return portion(amountMinor, [basisPoints, 10_000], currencies[currency].step);
}

/** A fraction of an amount, rounded half up to whole steps; with big integers, so that no product loses precision. */
function portion(amount: number, [numerator, denominator]: readonly [number, number], step: number): number {
  const [parts, whole] = [BigInt(amount) * BigInt(numerator), BigInt(denominator) * BigInt(step)];
  return Number((2n * parts + whole) / (2n * whole)) * step;
}

/** Divides an amount by weights; the shares add up to it and none is larger than its weight when the amount is not. */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const total = BigInt(sum(weights));
  if (total === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight));
  const shares = exact.map((part) => Number(part / total));
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part % total }))
    .toSorted((one, other) => Number(other.remainder - one.remainder) || one.index - other.index);
  let left = amount - sum(shares);
  for (const { index } of byRemainder) {
    if (left === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
