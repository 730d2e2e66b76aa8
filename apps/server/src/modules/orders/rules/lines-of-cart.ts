import type { RecordId } from "@homeroom/contract/ids";
import { CurrencyCode } from "@homeroom/contract/money";
import { AppError } from "#platform/errors/app-error";

/** A product in a cart, as sent by the chat's provider. */
interface CartItem {
  retailerId: string;
  quantity: number;
  price: number;
  currency: string;
}

/** A catalogue product in a cart. */
export interface CartProduct {
  productID: RecordId;
  name: string;
  currency: CurrencyCode;
  /** False: deactivated or deleted since. */
  isSold: boolean;
}

interface CartLines {
  items: ({ productID: RecordId; quantity: number } | { name: string; officialPrice: number; quantity: number })[];
  currency: CurrencyCode;
  /** The names or retailer IDs of items that are no longer sold, or never were. */
  unknown: string[];
}

/**
 * The lines of an order made from a cart. Products on sale get the catalogue's price; others keep the cart's price,
 * with their name, or else their retailer ID. The currency is that of the first product on sale, or else the cart's, or the
 * organisation's; products in another currency count as unknown, because an order has one. Throws FIELD_INVALID for a cart's
 * price in another currency than the order's.
 */
export function linesOfCart(
  items: readonly CartItem[],
  products: ReadonlyMap<string, CartProduct>,
  usual: CurrencyCode,
): CartLines {
  const first = items.map(({ retailerId }) => products.get(retailerId)).find((product) => product?.isSold);
  const said = CurrencyCode.safeParse(items[0]?.currency);
  const currency = first?.currency ?? (said.success ? said.data : usual);
  const productOf = (retailerId: string) => {
    const product = products.get(retailerId);
    return product?.isSold && product.currency === currency ? product : undefined;
  };
  const nameOf = (retailerId: string) => (products.get(retailerId)?.name ?? retailerId).slice(0, 100) || "?";
  return {
    currency,
    items: items.map(({ retailerId, quantity, price, currency: priceCurrency }) => {
      const product = productOf(retailerId);
      if (product) return { productID: product.productID, quantity };
      if (priceCurrency !== "" && priceCurrency !== currency)
        throw new AppError("FIELD_INVALID", {}, { fields: [{ field: "messageId", name: "FIELD_INVALID" }] });
      return { name: nameOf(retailerId), officialPrice: price, quantity };
    }),
    unknown: items.filter(({ retailerId }) => !productOf(retailerId)).map(({ retailerId }) => nameOf(retailerId)),
  };
}
