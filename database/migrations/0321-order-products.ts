import { type Kysely, sql } from "kysely";

const products = `
-- Which product a line sold; its name and price stay as they were then.
alter table order_line
  add column product_id uuid,
  add foreign key (organization_id, product_id) references product;
create index order_line_of_product on order_line (organization_id, product_id) where product_id is not null;

-- What orders read of products: a view that follows the reader's own rights.
create view order_product with (security_invoker = true) as
  select organization_id, product_id, coalesce(nullif(sales_name, ''), name) as name, price_minor, currency, expiry_date, sort
  from product where status = 'active' and deleted_at is null;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(products).execute(db);
}
