import type { SyncReason } from "@homeroom/contract/catalogue-sync";
import { currencies } from "@homeroom/contract/currencies";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { CatalogueItem } from "../port.ts";
import type { Product } from "../rules.ts";

/**
 * An amount as Meta reads it: main units with a point and the code behind. Currencies that are charged whole have no
 * decimals, as Meta refuses fractions of them.
 */
export function cataloguePrice(minor: number, currency: CurrencyCode): string {
  const { decimals, step } = currencies[currency];
  const shown = step >= 10 ** decimals ? 0 : decimals;
  const whole = Math.trunc(minor / 10 ** decimals);
  const rest = String(minor % 10 ** decimals).padStart(decimals, "0");
  return shown === 0 ? `${whole} ${currency}` : `${whole}.${rest} ${currency}`;
}

/** Meta cuts what is longer, or refuses it. */
const longest = { title: 200, description: 9999 } as const;

/** A product as Facebook shows it, or why it cannot be shown there. */
export function catalogueItemOf(
  product: Product,
  around: { images: readonly string[]; brand: string; type: string },
): CatalogueItem | SyncReason {
  if (product.product_url === "") return "linkMissing";
  if (around.images.length === 0) return "imageMissing";
  const title = product.sales_name || product.name;
  return {
    retailerId: product.retailer_id,
    title: title.slice(0, longest.title),
    description: (product.description || title).slice(0, longest.description),
    price: cataloguePrice(product.price_minor, product.currency),
    link: product.product_url,
    ...around,
  };
}
