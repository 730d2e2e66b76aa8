import { type Kysely, sql } from "kysely";

/** The products that carts of customers name, with those that are no longer sold: an order still says what they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create view cart_product with (security_invoker = true) as
  select organization_id, retailer_id, product_id, coalesce(nullif(sales_name, ''), name) as name, currency,
    status = 'active' and deleted_at is null as is_sold
  from product;
`)
    .execute(db);
}
