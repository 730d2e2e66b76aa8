import { type Kysely, sql } from "kysely";
import type { Backfill } from "../migration.ts";

const methods = `
alter table payment
  -- How the money came; null: as the provider says, or as the order's customer chose (of an earlier release).
  add column method text;
alter table sale_order
  -- How its newest money that counts came; null: none has come.
  add column paid_method text;

create or replace view organization_order as
  select * from sale_order where organization_id = app_organization();
`;

export const backfill: Backfill = {
  table: "sale_order",
  set: `paid_method = coalesce((
    select case payment.provider when 'transfer' then 'bankTransfer' when 'staff' then null else payment.provider end
    from payment where payment.organization_id = sale_order.organization_id and payment.order_id = sale_order.order_id
      and payment.kept_reason is null
    order by payment.created_at desc, payment.payment_id desc limit 1), pay_method)`,
  where: "paid_method is null and paid_minor > 0",
};

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(methods).execute(db);
}
