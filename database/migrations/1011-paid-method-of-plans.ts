import { type Kysely, sql } from "kysely";
import type { Backfill } from "../migration.ts";

/** How the newest money of an organisation's own order came, as its seller knows it; null: none has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table plan_order add column paid_method text`.execute(db);
}

const sale = `from sale_order sale where sale.organization_id = plan_order.seller_id and sale.order_id = plan_order.order_id`;

export const backfill: Backfill = {
  table: "plan_order",
  set: `paid_method = (select sale.paid_method ${sale})`,
  where: `paid_method is null and paid_at is not null and exists (select ${sale} and sale.paid_method is not null)`,
};
