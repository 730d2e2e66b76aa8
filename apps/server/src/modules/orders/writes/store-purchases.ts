import { sql } from "kysely";
import type { Tx } from "#platform/db/transaction";
import type { Order } from "../queries/orders.ts";

/**
 * Stores the purchases of an order that has just been paid, with the last day on which each can be used. An order
 * that is paid again counts again.
 */
export async function storePurchases(tx: Tx, order: Pick<Order, "organization_id" | "order_id">): Promise<void> {
  await sql`
    insert into purchase (organization_id, purchase_id, order_id, position, bought_on, valid_until, lessons)
    select line.organization_id, gen_random_uuid(), line.order_id, line.position, bought.on_day,
      case term.kind when 'validity' then bought.on_day + term.valid_days when 'expiry' then term.expiry_date end,
      term.lessons * line.quantity
    from order_line line
    join sale_order sold on sold.organization_id = line.organization_id and sold.order_id = line.order_id
    left join order_product_term term
      on term.organization_id = line.organization_id and term.product_id = line.product_id
    cross join lateral (select branch_day(sold.organization_id, sold.branch_id, now()) as on_day) bought
    where line.organization_id = ${order.organization_id} and line.order_id = ${order.order_id}
    on conflict (organization_id, order_id, position) do update set taken_back_at = null`.execute(tx);
}

/** All of an order's money was refunded: its purchases no longer count. */
export async function revokePurchases(tx: Tx, order: Pick<Order, "organization_id" | "order_id">): Promise<void> {
  await tx
    .updateTable("purchase")
    .set({ taken_back_at: new Date() })
    .where("organization_id", "=", order.organization_id)
    .where("order_id", "=", order.order_id)
    .where("taken_back_at", "is", null)
    .execute();
}
