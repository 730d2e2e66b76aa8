import { AppError } from "#platform/errors/app-error";
import { portionOf } from "./price-order.ts";
import type { ReadOrder } from "./read-form.ts";

/**
 * Refuses a discount above a person's limit, in basis points of the price. An amount may be as large as that
 * percentage of the price. Throws DISCOUNT_OVER_LIMIT at the field.
 */
export function requireDiscountWithin(limit: number, { discount, price, currency }: DiscountedOrder): void {
  if (discount.kind === "none") return;
  const isWithin =
    discount.kind === "percent"
      ? discount.basisPoints <= limit
      : price.discountMinor <= portionOf(price.grossMinor, limit, currency);
  if (isWithin) return;
  const data = { percent: limit / 100 };
  throw new AppError("DISCOUNT_OVER_LIMIT", data, {
    fields: [{ field: "discount.value", name: "DISCOUNT_OVER_LIMIT", data }],
  });
}

/**
 * Refuses lines without a product if a person's discounts are limited: they have no catalogue price, so a product
 * could be sold for less under another name. Throws FREE_LINE_OVER_LIMIT at each of them.
 */
export function refuseFreeLines(limit: number, { items }: Pick<ReadOrder, "items">): void {
  if (limit >= wholePrice) return;
  const fields = items.flatMap(({ productId }, index) =>
    productId === null ? [{ field: `items.${index}.productID`, name: "FREE_LINE_OVER_LIMIT" as const }] : [],
  );
  if (fields.length > 0) throw new AppError("FREE_LINE_OVER_LIMIT", {}, { fields });
}

/** The value for no limit, in basis points. */
const wholePrice = 10_000;

type DiscountedOrder = Pick<ReadOrder, "discount" | "price" | "currency">;
