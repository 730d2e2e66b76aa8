import { type Kysely, sql } from "kysely";
import type { Backfill, ConcurrentIndex } from "../migration.ts";

export const indexes: readonly ConcurrentIndex[] = [
  {
    name: "sale_order_paid_last",
    definition: "on sale_order (organization_id, paid_at desc nulls last, order_id desc)",
  },
  {
    name: "sale_order_overdue",
    definition: "on sale_order (organization_id, next_due_on) where next_due_on is not null",
  },
  {
    name: "receipt_whole_of_order",
    definition: "on receipt (organization_id, order_id) where kind = 'receipt' and voided_at is null and not is_part",
    unique: true,
  },
];

export const backfill: Backfill = {
  table: "sale_order",
  set: `line_names = (select coalesce(string_agg(line.name, ' ' order by line.position), '') from order_line line
    where line.organization_id = sale_order.organization_id and line.order_id = sale_order.order_id)`,
  where: "line_names is null",
};

/** An order has one whole receipt in force, or several for its parts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index receipt_of_order`.execute(db);
}
