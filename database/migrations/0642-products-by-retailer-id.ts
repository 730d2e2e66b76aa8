import { type Kysely, sql } from "kysely";

/** Orders find the products of a chat's cart by the name that Facebook's catalogue knows them by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create or replace view order_product with (security_invoker = true) as
  select organization_id, product_id, coalesce(nullif(sales_name, ''), name) as name, price_minor, currency, expiry_date, sort,
    retailer_id
  from product where status = 'active' and deleted_at is null;
`)
    .execute(db);
}
