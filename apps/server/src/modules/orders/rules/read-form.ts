import { moneyText } from "@homeroom/contract/currencies";
import type { RecordId } from "@homeroom/contract/ids";
import { type CurrencyCode, fromMinor, maxMinor, toMinor } from "@homeroom/contract/money";
import type { OrderPriceForm } from "@homeroom/contract/orders";
import type { FieldFault } from "#platform/errors/app-error";
import { refuseFaults } from "#platform/errors/refuse-faults";
import { type Discount, type OrderItem, type PricedOrder, priceOrder, type Tax } from "./price-order.ts";

/** The sold items, in minor units, and their price. */
export interface ReadOrder {
  readonly items: readonly (OrderItem & { readonly name: string; readonly productId: RecordId | null })[];
  readonly discount: Discount;
  readonly tax: Tax;
  readonly currency: CurrencyCode;
  readonly price: PricedOrder;
}

/** A form whose currency is known. */
export type OrderPriceFormIn = OrderPriceForm & { readonly currency: CurrencyCode };

/** A product that can be sold, with its current price. */
export interface SoldProduct {
  readonly name: string;
  readonly priceMinor: number;
  readonly currency: CurrencyCode;
}

/**
 * Reads the prices of a form. Throws FIELD_INVALID at products that are not among `products` or of another currency, at
 * amounts that the currency does not allow, and if the sum is more than an order may cost; DISCOUNT_OVER_PRICE at a
 * discount of more than the total.
 */
export function readOrderForm(form: OrderPriceFormIn, products: ReadonlyMap<RecordId, SoldProduct>): ReadOrder {
  const { currency } = form;
  const faults: FieldFault[] = [];
  const minor = (amount: number, field: string): number => {
    const value = toMinor(amount, currency);
    if (value === null) faults.push({ field, name: "FIELD_INVALID" });
    return value ?? 0;
  };
  const items = form.items.map(({ productID, name, officialPrice, quantity }, index) => {
    if (productID === undefined) {
      const priceMinor = minor(officialPrice, `items.${index}.officialPrice`);
      return { productId: null, name, quantity, priceMinor };
    }
    const product = products.get(productID);
    if (product?.currency !== currency)
      faults.push({ field: `items.${index}.productID`, name: "FIELD_INVALID", isNoChoice: true });
    return { productId: productID, name: product?.name ?? "", quantity, priceMinor: product?.priceMinor ?? 0 };
  });
  const discount = readDiscount(form.discount, (amount) => minor(amount, "discount.value"));
  const tax = { rate: basisPoints(form.taxRate), included: form.taxIncluded };
  const price = priceOrder(items, { discount, tax, currency });
  if (price.grossMinor > maxMinor) faults.push({ field: "items", name: "FIELD_INVALID" });
  if (discount.kind === "amount" && discount.amountMinor > price.grossMinor) {
    const data = { amount: moneyText(fromMinor(price.grossMinor, currency), currency) };
    faults.push({ field: "discount.value", name: "DISCOUNT_OVER_PRICE", data });
  }
  refuseFaults(faults);
  return { items, discount, tax, currency, price };
}

/** A discount's stored value: minor units or basis points. */
export function storedDiscount(discount: Discount): number {
  if (discount.kind === "none") return 0;
  return discount.kind === "amount" ? discount.amountMinor : discount.basisPoints;
}

function readDiscount({ kind, value }: OrderPriceForm["discount"], minor: (amount: number) => number): Discount {
  if (kind === "none") return { kind };
  return kind === "amount" ? { kind, amountMinor: minor(value) } : { kind, basisPoints: basisPoints(value) };
}

function basisPoints(percent: number): number {
  return Math.round(percent * 100);
}
