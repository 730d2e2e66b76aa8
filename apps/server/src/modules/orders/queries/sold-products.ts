import type { RecordId } from "@homeroom/contract/ids";
import type { CurrencyCode } from "@homeroom/contract/money";
import type { OrderPriceForm } from "@homeroom/contract/orders";
import { sql } from "kysely";
import { organizationOf } from "#modules/organizations/public";
import type { ProductUses } from "#modules/products/public";
import { isOneOf } from "#platform/db/is-one-of";
import type { Scope } from "#platform/db/scope";
import type { Tx } from "#platform/db/transaction";
import { currencyOfCountry } from "../rules/currency-of-country.ts";
import type { SoldProduct } from "../rules/read-form.ts";

/** Enough for a person to look through. */
const maxChoices = 1000;

/** The products of a form that can be sold on a day, by id. */
export async function soldProducts(
  tx: Tx,
  scope: Scope,
  { form, day }: { form: OrderPriceForm; day: string },
): Promise<Map<RecordId, SoldProduct>> {
  const ids = [...new Set(form.items.flatMap(({ productID }) => productID ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("order_product")
    .select(["product_id", "name", "price_minor as priceMinor", "currency", "expiry_date"])
    .where("organization_id", "=", scope.organizationId)
    .where(isOneOf("product_id", ids))
    .execute();
  const sold = rows.filter((row) => row.expiry_date === null || row.expiry_date > day);
  return new Map(sold.map(({ product_id: id, name, priceMinor, currency }) => [id, { name, priceMinor, currency }]));
}

/** The form with its currency: its own, otherwise that of its first product, otherwise of the organisation's country. */
export async function inCurrency<Form extends OrderPriceForm>(
  tx: Tx,
  scope: Scope,
  { form, products }: { form: Form; products: ReadonlyMap<RecordId, SoldProduct> },
): Promise<Form & { currency: CurrencyCode }> {
  const [first] = form.items.flatMap(({ productID }) => (productID && products.get(productID)) ?? []);
  const currency = form.currency ?? first?.currency;
  if (currency) return { ...form, currency };
  return { ...form, currency: currencyOfCountry((await organizationOf(tx, scope))?.country ?? "") };
}

/** The products that can be sold on a day, in order. */
export async function productsOnSale(tx: Tx, scope: Scope, day: string) {
  const rows = await tx
    .selectFrom("order_product")
    .selectAll()
    .where("organization_id", "=", scope.organizationId)
    .where((where) => where.or([where("expiry_date", "is", null), where("expiry_date", ">", day)]))
    .orderBy("sort")
    .orderBy("product_id")
    .limit(maxChoices)
    .execute();
  return rows;
}

/**
 * The products with transactions: those of orders that are open, were paid, or ever received money. An order that was
 * closed or cancelled without money does not count.
 */
export const orderedProducts: ProductUses = {
  async usedAmong(tx, scope, ids) {
    const { rows } = await sql<{ id: RecordId }>`
      select asked.id from unnest(${sql.val([...ids])}::uuid[]) as asked(id)
      where exists (
        select from order_line line
        join sale_order sold on sold.organization_id = line.organization_id and sold.order_id = line.order_id
        where line.organization_id = ${scope.organizationId} and line.product_id = asked.id
          and (sold.status not in ('closed', 'cancelled') or exists (
            select from payment where payment.organization_id = sold.organization_id and payment.order_id = sold.order_id)))`.execute(
      tx,
    );
    return new Set(rows.map(({ id }) => id));
  },
};
