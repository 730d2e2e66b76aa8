import type { RecordId } from "@homeroom/contract/ids";
import { CurrencyCode } from "@homeroom/contract/money";

/** A product in a cart, as the chat's provider sent it. */
interface CartItem {
  retailerId: string;
  quantity: number;
  price: number;
  currency: string;
}

/** A product of the catalogue that a cart names. */
export interface CartProduct {
  productID: RecordId;
  currency: CurrencyCode;
}

interface CartLines {
  items: ({ productID: RecordId; quantity: number } | { name: string; officialPrice: number; quantity: number })[];
  currency: CurrencyCode;
  /** The retailer IDs that the catalogue does not have. */
  unknown: string[];
}

/**
 * The lines of the order that a cart becomes. Products of the catalogue have its price; others keep their retailer ID as
 * the name, and the cart's price. The currency is that of the first product found, else the cart's, else the
 * organisation's; products of another currency count as unknown, because an order has one.
 */
export function linesOfCart(
  items: readonly CartItem[],
  products: ReadonlyMap<string, CartProduct>,
  usual: CurrencyCode,
): CartLines {
  const known = items.flatMap(({ retailerId }) => products.get(retailerId) ?? []);
  const said = CurrencyCode.safeParse(items[0]?.currency);
  const currency = known[0]?.currency ?? (said.success ? said.data : usual);
  const productOf = (retailerId: string) => {
    const product = products.get(retailerId);
    return product?.currency === currency ? product : undefined;
  };
  return {
    currency,
    items: items.map(({ retailerId, quantity, price }) => {
      const product = productOf(retailerId);
      if (product) return { productID: product.productID, quantity };
      return { name: retailerId.slice(0, 100) || "?", officialPrice: price, quantity };
    }),
    unknown: items.filter(({ retailerId }) => !productOf(retailerId)).map(({ retailerId }) => retailerId),
  };
}
