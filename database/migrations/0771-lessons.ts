import { type Kysely, sql } from "kysely";

const lessons = `
alter table product
  -- How many lessons one of it holds; null: it is no package of lessons.
  add column lessons integer check (lessons between 1 and 1000);
alter table purchase
  -- How many were bought, and how many of them were attended.
  add column lessons integer check (lessons > 0),
  add column lessons_used integer not null default 0,
  add check (lessons_used between 0 and coalesce(lessons, 0));

create or replace view order_product_term with (security_invoker = true) as
  select organization_id, product_id, kind, valid_days, expiry_date, lessons from product;
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(lessons).execute(db);
}
