import { AppError } from "#platform/errors/app-error";
import { portionOf } from "./price-order.ts";
import type { ReadOrder } from "./read-form.ts";

/**
 * Refuses a discount of more than a person may give, in basis points of the price. An amount may be as large as that
 * percentage of the price comes to. Throws DISCOUNT_OVER_LIMIT at the field.
 */
export function requireDiscountWithin(limit: number, { discount, price, currency }: Priced): void {
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

type Priced = Pick<ReadOrder, "discount" | "price" | "currency">;
